"""Classes that get methods, attributes and special methods after a call."""

import torch
from torch import nn

from plain_use.row import steps


def ones():
    return torch.ones(2)


@steps()
def subclass_gets_a_method_later(door):
    """A method on a subclass hides the inherited one after a call."""

    class Base(nn.Module):
        def forward(self, x):
            return x + 1

    class Sub(Base):
        pass

    f = door.compile(Sub())
    first = f(ones())
    Sub.forward = lambda s, x: x + 10
    second = f(ones())
    del Sub.forward
    return first, second, f(ones())


@steps()
def middle_class_gets_a_method_later(door):
    """A method on a class between the class and the one that has it."""

    class A:
        def value(self):
            return "a"

    class B(A):
        pass

    class C(B):
        pass

    o = C()
    f = door.compile(lambda: o.value())
    first = f()
    B.value = lambda self: "b"
    second = f()
    C.value = lambda self: "c"
    third = f()
    del C.value, B.value
    return first, second, third, f()


@steps()
def subclass_gets_an_attribute_later(door):
    """A class attribute on a subclass hides the inherited one after a call."""

    class P0:
        lr = 1

    class P1(P0):
        pass

    p = P1()
    f = door.compile(lambda: (p.lr, P1.lr, P0.lr))
    first = f()
    P1.lr = 2
    second = f()
    p.lr = 3
    third = f()
    del p.lr, P1.lr
    return first, second, third, f()


@steps()
def subclass_gets_a_property_later(door):
    """A property on a subclass hides the inherited attribute, and one of the instance."""

    class P0:
        lr = 1

    class P1(P0):
        pass

    p = P1()
    f = door.compile(lambda p: p.lr)
    first = f(p)
    P1.lr = property(lambda self: 7)
    second = f(p)
    p.__dict__["lr"] = 9
    return first, second, f(p)


@steps()
def subclass_gets_a_static_method_later(door):
    """Static and class methods on a subclass after a call."""

    class A:
        @staticmethod
        def one():
            return 1

        @classmethod
        def name(cls):
            return cls.__name__

    class B(A):
        pass

    f = door.compile(lambda b: (b.one(), b.name(), B.one()))
    first = f(B())
    B.one = staticmethod(lambda: 2)
    B.name = classmethod(lambda cls: "other")
    return first, f(B())


@steps()
def chain_of_super_gets_a_link(door):
    """A class in a chain of `super()` gets the method after a call."""

    class A:
        def m(self):
            return ["A"]

    class B(A):
        pass

    class C(B):
        def m(self):
            return ["C", *super().m()]

    c = C()
    f = door.compile(lambda: c.m())
    first = f()
    B.m = lambda self: ["B", *A.m(self)]
    second = f()
    del B.m
    return first, second, f()


@steps()
def mixin_gets_a_method_later(door):
    """A mixin that is first gets the method after a call."""

    class Mixin:
        pass

    class Base:
        def m(self):
            return "base"

    class C(Mixin, Base):
        pass

    c = C()
    f = door.compile(lambda: c.m())
    first = f()
    Mixin.m = lambda self: "mixin"
    return first, f()


@steps()
def bases_are_replaced(door):
    """`__bases__` of a class are replaced after a call."""

    class A:
        def m(self):
            return "a"

    class B:
        def m(self):
            return "b"

    class C(A):
        pass

    c = C()
    f = door.compile(lambda: (c.m(), isinstance(c, A)))
    first = f()
    C.__bases__ = (B,)
    return first, f()


@steps()
def property_is_replaced(door):
    """A property of a class is replaced, also by a plain attribute."""

    class P:
        @property
        def a(self):
            return 1

    p = P()
    f = door.compile(lambda: p.a)
    first = f()
    P.a = property(lambda self: 2)
    second = f()
    P.a = 3
    return first, second, f()


@steps()
def attribute_of_a_class_goes(door):
    """An attribute of a class is deleted: the base's is there again, or none."""

    class A:
        v = 1

    class B(A):
        v = 2

    def f():
        try:
            return B.v
        except AttributeError:
            return "none"

    c = door.compile(f)
    first = c()
    del B.v
    second = c()
    del A.v
    return first, second, c()


@steps()
def hooks_of_modules_appear(door):
    """Hooks of a layer within a model appear and go."""
    m = nn.Sequential(nn.ReLU(), nn.Sigmoid())
    f = door.compile(m)
    first = f(ones())
    handle = m[0].register_forward_hook(lambda mod, args, out: out + 10)
    second = f(ones())
    handle.remove()
    return first, second, f(ones())


@steps()
def method_of_a_metaclass_later(door):
    """A metaclass gets a method and an attribute after a call."""

    class Meta(type):
        def m(cls):
            return "meta"

    class P(metaclass=Meta):
        pass

    f = door.compile(lambda: P.m())
    first = f()
    Meta.m = lambda cls: "later"
    second = f()
    P.m = staticmethod(lambda: "class")
    return first, second, f()


@steps()
def dataclass_default_changes(door):
    """A class attribute that is the default of a field."""
    import dataclasses

    @dataclasses.dataclass
    class P:
        a: int = 1

    f = door.compile(lambda: (P().a, P.a, P() == P(1)))
    first = f()
    P.a = 5
    return first, f()
