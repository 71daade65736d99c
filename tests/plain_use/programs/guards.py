"""What changes between two calls outside of the program: identities, classes, instances, containers."""

import torch
from torch import nn

from plain_use.row import steps


class Holder:
    def __init__(self, **attributes):
        for name, value in attributes.items():
            setattr(self, name, value)


def ones():
    return torch.ones(2)


@steps()
def tied_weights(door):
    """Weights that are tied after a call are one tensor."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.o, self.e = nn.Linear(2, 2), nn.Linear(2, 2)

        def forward(self):
            return self.o.weight is self.e.weight

    m = Model()
    f = door.compile(m)
    first = f()
    m.o.weight = m.e.weight
    second = f()
    m.o.weight = nn.Parameter(torch.zeros(2, 2))
    return first, second, f()


@steps()
def untied_weights(door):
    """`is not` of weights that are untied after a call."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.o, self.e = nn.Linear(2, 2), nn.Linear(2, 2)
            self.o.weight = self.e.weight

        def forward(self, x):
            return x + 1 if self.o.weight is not self.e.weight else x - 1

    m = Model()
    f = door.compile(m)
    first = f(ones())
    m.o.weight = nn.Parameter(torch.zeros(2, 2))
    second = f(ones())
    m.e.weight = m.o.weight
    return first, second, f(ones())


@steps()
def identity_of_attributes(door):
    """`is` of tensors in attributes chooses a branch that writes."""

    def f(o):
        if o.a is o.b:
            return "same"
        o.a.add_(1)
        return "written"

    c = door.compile(f)
    o = Holder(a=ones(), b=ones())
    first = c(o)
    o.b = o.a
    second = c(o)
    o.a = ones()
    return first, second, c(o), o.a, o.b


@steps()
def identity_of_attributes_of_a_global(door):
    """`is` of tensors in attributes of an object of a closure."""
    o = Holder(a=ones(), b=ones())
    c = door.compile(lambda: (o.a is o.b, o.a is not o.b))
    first = c()
    o.b = o.a
    second = c()
    o.b = ones()
    return first, second, c()


@steps()
def identity_of_elements(door):
    """`is` of tensors in a list and a dict of a closure."""
    xs, d = [ones(), ones()], {"a": ones(), "b": ones()}
    c = door.compile(lambda: (xs[0] is xs[1], d["a"] is d["b"], xs[0] is d["a"]))
    first = c()
    xs[1] = xs[0]
    second = c()
    d["b"] = d["a"] = xs[0]
    return first, second, c()


@steps()
def identity_of_buffers(door):
    """`is` of buffers of two modules."""
    m, n = nn.Module(), nn.Module()
    m.register_buffer("b", ones())
    n.register_buffer("b", ones())
    c = door.compile(lambda: m.b is n.b)
    first = c()
    n.b = m.b
    second = c()
    n.b = ones()
    return first, second, c()


@steps()
def identity_of_modules(door):
    """`is` of modules, objects and containers in attributes."""
    m = nn.Module()
    m.a, m.b = nn.ReLU(), nn.ReLU()
    o = Holder(a=Holder(), b=Holder(), c=[1], d=[1])
    c = door.compile(lambda: (m.a is m.b, o.a is o.b, o.c is o.d))
    first = c()
    m.b = m.a
    second = c()
    o.b = o.a
    third = c()
    o.d = o.c
    return first, second, third, c()


@steps()
def identity_of_an_argument_and_an_attribute(door):
    """`is` of an argument and an attribute, and of two arguments."""
    o = Holder(a=ones())
    c = door.compile(lambda x, y: (x is o.a, x is y, y is not o.a))
    other = ones()
    return c(other, other), c(o.a, other), c(o.a, o.a), c(other, o.a), c(other, ones())


@steps()
def identity_in_a_list(door):
    """`in` of a list of tensors finds one by identity first."""
    o = Holder(xs=[torch.zeros(1), torch.ones(1)])
    c = door.compile(lambda x: any(x is y for y in o.xs))
    return c(o.xs[0]), c(torch.ones(1)), c(o.xs[1])


@steps()
def tied_in_a_loop(door):
    """Tensors that are the same are counted once by their identity."""
    o = Holder(xs=[ones(), ones(), ones()])

    def f():
        total = 0
        for i, x in enumerate(o.xs):
            if not any(x is y for y in o.xs[:i]):
                total += 1
        return total

    c = door.compile(f)
    first = c()
    o.xs[2] = o.xs[0]
    second = c()
    o.xs[1] = o.xs[0]
    return first, second, c()


@steps()
def none_and_sentinels(door):
    """`is None` and `is` a sentinel of attributes that change."""
    missing = object()
    o = Holder(a=missing, b=None)
    c = door.compile(lambda: (o.a is missing, o.b is None, o.b is missing))
    first = c()
    o.a, o.b = None, missing
    second = c()
    o.a, o.b = 1, ones()
    return first, second, c()


@steps()
def views_share_memory(door):
    """A write into one attribute is seen in another that views it since a call."""

    def f(o):
        o.a.add_(1)
        return o.b + 0

    o = Holder(a=torch.zeros(4), b=torch.zeros(2))
    c = door.compile(f)
    first = c(o)
    o.b = o.a[:2]
    second = c(o)
    o.b = o.a
    return first, second, c(o)


@steps()
def views_in_a_closure_share_memory(door):
    """A write into one tensor of a closure's object is seen in another that views it since a call."""
    o = Holder(a=torch.zeros(4), b=torch.zeros(2))

    def f():
        o.a.add_(1)
        return o.b + 0

    c = door.compile(f)
    first = c()
    o.b = o.a[:2]
    second = c()
    o.b = torch.zeros(2)
    return first, second, c()


@steps()
def class_of_a_layer_is_set(door):
    """`__class__` of a layer of a model is set after a call."""

    class Lora(nn.Linear):
        def forward(self, x):
            return super().forward(x) + 100

    m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    f = door.compile(m)
    x = ones()
    first = f(x)
    m[0].__class__ = Lora
    second = f(x)
    m[0].__class__ = nn.Linear
    return first, second, f(x)


@steps()
def class_of_an_object_is_set(door):
    """`__class__` of an object in a closure is set after a call."""

    class A:
        def value(self):
            return "a"

    class B(A):
        def value(self):
            return "b"

    o = A()
    f = door.compile(lambda: (o.value(), type(o).__name__, isinstance(o, B)))
    first = f()
    o.__class__ = B
    second = f()
    o.__class__ = A
    return first, second, f()


@steps()
def class_of_an_argument_is_set(door):
    """`__class__` of an argument, and of what its attribute holds, is set after a call."""

    class A:
        def value(self):
            return "a"

    class B:
        def value(self):
            return "b"

    o = Holder(inner=A())
    f = door.compile(lambda o, a: (o.inner.value(), a.value()))
    a = A()
    first = f(o, a)
    o.inner.__class__ = B
    second = f(o, a)
    a.__class__ = B
    return first, second, f(o, a)


@steps()
def class_of_an_element_is_set(door):
    """`__class__` of elements of a list and a dict is set after a call."""

    class A:
        tag = 1

    class B:
        tag = 2

    xs, d = [A(), A()], {"k": A()}
    f = door.compile(lambda: (sum(x.tag for x in xs), d["k"].tag))
    first = f()
    xs[1].__class__ = B
    second = f()
    d["k"].__class__ = B
    return first, second, f()


@steps()
def class_of_the_compiled_module_is_set(door):
    """`__class__` of the module that is compiled is set after a call."""

    class A(nn.Module):
        def forward(self, x):
            return x + 1

    class B(A):
        def forward(self, x):
            return super().forward(x) + 100

    m = A()
    f = door.compile(m)
    first = f(ones())
    m.__class__ = B
    return first, f(ones())


@steps()
def dict_of_an_object_is_replaced(door):
    """`__dict__` of an object is replaced after a call."""
    o = Holder(a=1)
    f = door.compile(lambda: (o.a, hasattr(o, "b")))
    first = f()
    o.__dict__ = {"a": 2, "b": 3}
    second = f()
    o.__dict__.clear()
    o.a = 9
    return first, second, f()


@steps()
def number_of_parameters_of_tied_weights(door):
    """`parameters()` of a module counts weights that are tied after a call once."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.o, self.e = nn.Linear(2, 2), nn.Linear(2, 2)

        def forward(self):
            return len(list(self.parameters()))

    m = Model()
    f = door.compile(m)
    first = f()
    m.o.weight = m.e.weight
    second = f()
    m.o.weight = nn.Parameter(torch.zeros(2, 2))
    return first, second, f()


@steps()
def tensors_in_a_set(door):
    """Tensors of before the call as elements of sets and keys of dicts, in calls where they are one."""

    def keys(x, y):
        return len({x, y}), len({x: 1, y: 2}), x in {y}, {x: 1}.get(y, 0)

    f = door.compile(keys)
    one, other = ones(), ones()
    return f(one, other), f(one, one), f(other, one), f(other, other)


@steps()
def attributes_in_a_set(door):
    """Attributes in a set, which become one tensor after a call."""
    holder = Holder(a=ones(), b=ones(), c=ones())
    f = door.compile(lambda: len({holder.a, holder.b, holder.c}))
    counts = [f()]
    for name in ("b", "c"):
        setattr(holder, name, holder.a)
        counts.append(f())
    holder.b = ones()
    return [*counts, f()]


@steps()
def order_of_attributes(door):
    """The order of attributes of an object of before the call, of which the program sets one that is there."""
    holder = Holder(a=1, b=2)

    def names():
        holder.c = 3
        holder.a = 4
        return list(vars(holder)), list(holder.__dict__.values())

    f = door.compile(names)
    first = f()
    holder.d = 5
    holder.b = 6
    return first, f()


@steps()
def order_after_a_deletion(door):
    """An attribute that is deleted and set again comes last, of objects of before the call and of others."""
    holder = Holder(a=1, b=2, c=3)

    def names(n):
        del holder.a
        holder.a = n
        inner = Holder(a=1, b=2)
        for i in range(2):
            del inner.a
            inner.a = i
        return list(vars(holder)), list(vars(inner))

    f = door.compile(names)
    return f(2), f(0), f(1), list(vars(holder))


@steps()
def tensor_that_becomes_a_parameter(door):
    """`isinstance`, `type` and `__class__` of an attribute that is a tensor, then a parameter, then a tensor."""
    holder = Holder(w=torch.ones(2, requires_grad=True))

    def told():
        w = holder.w
        return (
            isinstance(w, nn.Parameter),
            isinstance(w, (int, nn.Parameter)),
            isinstance(w, torch.Tensor),
        )

    def classes():
        return type(holder.w) is torch.Tensor, holder.w.__class__.__name__

    f, g = door.compile(told), door.compile(classes)
    seen = [(f(), g())]
    for w in (nn.Parameter(torch.ones(2)), torch.zeros(2, requires_grad=True)):
        holder.w = w
        seen.append((f(), g()))
    return seen
