"""Objects whose attributes differ from path to path, what arguments keep alive, and early ways out."""

import contextlib
import dataclasses
import gc
import types
import weakref

import torch

from plain_use.row import same, steps


class O:
    kind = "class"

    def __init__(self, v=0):
        self.v = v


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class SlotsAndDict(Slots):
    pass


@dataclasses.dataclass
class Point:
    x: int
    y: int = 2


class Swallow:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, self.kinds)


@same(lambda: (O(), False))
def attribute_of_one_path_is_absent(o, c):
    """An attribute that is set on one path is absent where it was not."""
    if c:
        o.extra = 1
    return o, vars(o), hasattr(o, "extra"), getattr(o, "extra", "none")


@same(lambda: (O(), True))
def attribute_of_one_path_is_there(o, c):
    """An attribute that is set on one path is there where it was."""
    if c:
        o.extra = 1
    return o, dict(vars(o)), list(o.__dict__), "extra" in vars(o), len(vars(o))


@same(lambda: (torch.tensor(-1.0),))
def attribute_by_a_tensor(x):
    """An attribute that a tensor decides about."""
    o = O()
    if x > 0:
        o.extra = x
    return o, hasattr(o, "extra"), sorted(vars(o))


@same(lambda: (torch.tensor(-1.0),))
def new_object_as_a_result(x):
    """An object of the program's with an attribute of one path, as a result."""
    o = O(1)
    if x > 0:
        o.extra = 1
    else:
        o.other = 2
    return o


@steps()
def vars_outside_of_the_call(door):
    """`vars` outside, after a call that sets an attribute or not."""

    def f(o, c):
        if c:
            o.extra = 1
        return o

    f = door.compile(f)
    return vars(f(O(), False)), vars(f(O(), True)), vars(f(O(), False))


@steps()
def vars_outside_of_a_tensor_condition(door):
    """`vars` outside, after a call in which a tensor decided."""

    def f(o, x):
        if x > 0:
            o.extra = x
        return o

    f = door.compile(f)
    return [sorted(vars(f(O(), torch.tensor(v)))) for v in (-1.0, 1.0, -2.0)]


@same(lambda: (O(), 0))
def deleted_on_one_path(o, n):
    """An attribute that is deleted on one path."""
    if n > 0:
        del o.v
    return o, hasattr(o, "v"), vars(o)


@same(lambda: (O(), 2))
def deleted_in_a_loop(o, n):
    """An attribute that a loop sets and deletes."""
    for i in range(n):
        o.step = i
        if i == 1:
            del o.step
    return o, hasattr(o, "step")


@same(lambda: ([O(), O()], torch.tensor([1.0, -1.0])))
def attributes_of_objects_of_a_list(objects, x):
    """Attributes that are set on some objects of a list."""
    for i, o in enumerate(objects):
        if x[i] > 0:
            o.extra = i
    return objects, [hasattr(o, "extra") for o in objects]


@same(lambda: (types.SimpleNamespace(a=1), 0))
def namespace_of_one_path(o, n):
    """An attribute of a SimpleNamespace that is set on one path."""
    if n:
        o.b = 2
    return o, str(o), vars(o), o == types.SimpleNamespace(a=1)


@same(lambda: (Point(1), 0))
def dataclass_of_one_path(p, n):
    """An attribute of a dataclass that is set on one path."""
    if n:
        p.extra = 2
    return p, vars(p), dataclasses.asdict(p), p == Point(1)


@same(lambda: (torch.nn.Identity(), 0))
def module_of_one_path(m, n):
    """An attribute of a module that is set on one path."""
    if n:
        m.extra = 2
    return hasattr(m, "extra"), "extra" in vars(m), getattr(m, "extra", "none")


@same(lambda: (0,))
def attribute_within_try(n):
    """An attribute that is set before, or after, what raises."""
    o = O()
    try:
        o.before = 1
        o.result = 5 // n
        o.after = 2
    except ZeroDivisionError:
        pass
    return o, sorted(vars(o)), hasattr(o, "after")


@same(lambda: (O(), False))
def class_attribute_behind_one_path(o, c):
    """An attribute of the class is read where the instance's was not set."""
    if c:
        o.kind = "own"
    return o.kind, "kind" in vars(o), o


@same(lambda: (Slots(1),))
def slotted_object_has_no_dict(s):
    """An object with slots has no `__dict__`."""
    return hasattr(s, "__dict__")


@same(lambda: (Slots(1),))
def getattr_of_the_dict_of_a_slotted_object(s):
    """`getattr` of `__dict__` of an object with slots gives the default."""
    return getattr(s, "__dict__", "none")


@same(lambda: (1,))
def dict_of_a_slotted_object_made_inside(n):
    """The same of an object that the program makes."""
    s = Slots(n)
    try:
        return s.__dict__
    except AttributeError as e:
        return str(e), hasattr(s, "__dict__"), getattr(s, "__dict__", "none")


@same(lambda: (Slots(1),))
def vars_of_a_slotted_object(s):
    """`vars` of an object with slots raises TypeError."""
    try:
        return vars(s)
    except TypeError as e:
        return str(e)


@same(lambda: (1,))
def new_attribute_of_a_slotted_object(n):
    """An object with slots takes no other attribute."""
    s = Slots(n)
    try:
        s.c = 1
    except AttributeError as e:
        return str(e), hasattr(s, "b"), hasattr(s, "a"), getattr(s, "b", "unset"), s.__slots__


@same(lambda: (SlotsAndDict(1),))
def subclass_with_a_dict(s):
    """A subclass without slots has a `__dict__`."""
    s.c = 3
    return hasattr(s, "__dict__"), vars(s), s.a, s.c


@same(lambda: (5, (1,), "a"))
def dict_of_plain_values(n, t, s):
    """Numbers, texts and containers have no `__dict__`; functions and classes have."""
    return [hasattr(v, "__dict__") for v in (n, t, s, [n], {n: 1}, None, O, O())]


@steps()
def tensor_argument_is_let_go(door):
    """A tensor that was an argument is gone after `del`."""
    f = door.compile(lambda x, d: x + d["a"][0])
    x, y = torch.ones(1), torch.ones(2)
    refs = [weakref.ref(x), weakref.ref(y)]
    f(x, {"a": [y]})
    del x, y
    gc.collect()
    return [r() is None for r in refs]


@steps()
def result_is_let_go(door):
    """A result, and an object that a program made, are gone after `del`."""
    f = door.compile(lambda x: (x + 1, O(x)))
    r, o = f(torch.ones(1))
    refs = [weakref.ref(r), weakref.ref(o)]
    del r, o
    gc.collect()
    return [ref() is None for ref in refs]


@steps()
def compiled_module_is_let_go(door):
    """A compiled module is gone with what compiled it."""
    m = torch.nn.Linear(1, 1)
    f = door.compile(m)
    f(torch.ones(1))
    ref = weakref.ref(m)
    del m, f
    gc.collect()
    return ref() is None


@same(lambda: (torch.tensor([1.0, 2.0, 3.0]),))
def print_after_an_early_return(x):
    """print after a loop over a tensor that has an early return."""
    for v in x:
        if v > 5:
            return "early"
    print("after", x.sum())
    return "end"


@same(lambda: (torch.tensor([1.0, 2.0, 3.0]),))
def print_after_a_loop_with_finally(x):
    """print after a loop with an early return in `try … finally`."""
    for v in x:
        try:
            if v > 5:
                return "early"
            print("in", v)
        finally:
            print("finally")
    print("after")
    return "end"


@same(lambda: (torch.tensor([1.0, 2.0, 3.0]),))
def print_after_a_with_that_swallows(x):
    """print after a loop with an early return, `finally` and a `with` that may swallow."""
    with Swallow(ValueError):
        for v in x:
            try:
                if v > 2:
                    raise ValueError("v")
                if v > 8:
                    return "early"
                print("in", v)
            finally:
                print("finally", v)
        print("never")
    print("after")
    return "end"


@same(lambda: (torch.tensor([1.0, 2.0, 3.0]),))
def print_after_suppressed_loops(x):
    """The same with `suppress` within the loop and a return behind it."""
    total = 0
    for v in x:
        with contextlib.suppress(KeyError, ValueError):
            try:
                total = total + v
                if v == 2:
                    raise KeyError("k")
                if v > 8:
                    return total
            finally:
                print("sum", total)
            print("behind", v)
    print("after", total)
    try:
        return total
    finally:
        print("last")


@same(lambda: (torch.tensor([1.0, 9.0, 3.0]),))
def print_where_the_return_is_taken(x):
    """The early return is taken, through `with` and `finally`."""
    with Swallow(ValueError):
        for v in x:
            try:
                if v > 8:
                    return v
                print("in", v)
            finally:
                print("finally", v)
        print("never")
    print("never")


@same(lambda: (torch.tensor([[1.0, 9.0], [3.0, 1.0]]),))
def print_after_nested_loops(x):
    """print after nested loops over a tensor, with `break`, `else` and a return."""
    for row in x:
        for v in row:
            if v > 8:
                break
            if v < 0:
                return "negative"
        else:
            print("whole", row)
            continue
        print("broken", row)
    print("after")
    return "end"
