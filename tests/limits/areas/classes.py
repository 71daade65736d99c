"""Classes, objects and attributes."""

import abc
import dataclasses
import gc
import typing
import weakref

import numpy as np

from limits.entry import differs, limit, prose, raises, refused, script


class Holder:
    a3 = 2


HELD = Holder()


class Slotted:
    __slots__ = ("a", "__weakref__")


class Plain:
    pass


@script(differs(["a", "b"]))
def order_of_attributes_of_a_result(door):
    """The order of the attributes of an object that the program makes and gives back, where paths set them in different orders."""

    def f(x):
        o = Plain()
        if x > 0:
            o.a = 1
            o.b = 2
        else:
            o.b = 3
            o.a = 4
        return o

    return list(vars(door.compile(f)(-1)))


@limit(differs(), lambda: (1,))
def slot_of_a_class(n):
    """A slot of a class that the program makes is no attribute of the class."""

    class C:
        __slots__ = ("x",)

    return hasattr(C, "x")


@limit(differs(), lambda: (1,))
def vars_of_a_class(n):
    """`vars` of a class that the program makes lacks `__dict__` and `__weakref__`."""

    class C:
        a = n

    return "__dict__" in vars(C)


@limit(refused("LTH0302"), lambda: (1,))
def doc_of_a_dataclass(n):
    """`__doc__` of a dataclass that the program makes without a docstring."""

    @dataclasses.dataclass
    class C:
        a: int

    return C.__doc__  # here


@limit(refused("LTH0502"), lambda: (1,))
def dataclass_with_slots(n):
    """`dataclass(slots=True)` on a class that the program makes."""

    @dataclasses.dataclass(slots=True)  # here
    class C:
        a: int

    return C(n).a


class Meta(type):
    def __call__(cls, *args):
        made = super().__call__(*args)
        made.made = True
        return made


@limit(refused("LTH0300"), lambda: (1,))
def metaclass_of_the_users(n):
    """A class that the program makes with a metaclass of the user's."""

    class C(metaclass=Meta):  # here
        pass

    return C().made


@limit(refused("LTH0300"), lambda: (1,))
def default_of_a_named_tuple(n):
    """A default of a `NamedTuple` made in the program that only run time knows."""

    class Pair(typing.NamedTuple):  # here
        a: int = n

    return Pair().a


@limit(refused("LTH0302"), lambda: (1,))
def setting_class_of_an_object(n):
    """Setting `__class__`, `__bases__` or `__dict__`."""

    class A:
        pass

    class B:
        pass

    a = A()
    a.__class__ = B  # here
    return type(a).__name__


@limit(differs(), lambda: ("0x1p0",))
def fromhex_of_a_subclass(s):
    """`fromhex` and `from_bytes` of a subclass of float or int give a plain number."""

    class F(float):
        pass

    return type(F.fromhex(s)).__name__


@limit(differs(), lambda: (1,))
def another_name_for_class_var(n):
    """A dataclass tells `ClassVar`, `InitVar` and `KW_ONLY` by these names; under another name it is a field."""
    Fixed = typing.ClassVar

    @dataclasses.dataclass
    class C:
        a: int
        b: Fixed[int] = 2

    return len(dataclasses.fields(C))


@limit(refused("LTH0300"), lambda: (3,))
def attribute_of_a_class_on_some_paths(n):
    """An attribute of a class made in the program that only some paths set."""

    class Counter:
        pass

    if n > 2:  # here
        Counter.made = n
    return Counter.made


@script(differs(0))
def subclasses(door):
    """`cls.__subclasses__()` are those of when the program is compiled."""

    class Base:
        pass

    f = door.compile(lambda: len(Base.__subclasses__()))
    f()

    class Sub(Base):
        pass

    return f()


class Key:
    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)


GROUPS = {Key(1): 2.0}


@limit(refused("LTH0315"), lambda: (1,))
def key_with_eq(n):
    """A key with an `__eq__` or `__hash__` of the user's in a dict of before the call."""
    return GROUPS[Key(n)]  # here


@limit(refused("LTH0311"), lambda: ([1, 2],))
def key_of_a_class_made_inside(xs):
    """A key with an `__eq__` or `__hash__` of a class that the program makes."""

    class Sign:
        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return self.number == other.number

        def __hash__(self):
            return hash(self.number)

    groups = {}
    for x in xs:
        groups[Sign(x > 1)] = x  # here
    return len(groups)


@limit(differs(), lambda: (1,))
def tuple_with_a_keyword(n):
    """`T(sequence=())` of a subclass of tuple is accepted; Python raises TypeError."""

    class T(tuple):
        pass

    return len(T(sequence=(n,)))


@limit(differs(), lambda: (1,))
def fromkeys_with_a_keyword(n):
    """`fromkeys(xs, value=1)` of a subclass of dict is accepted; Python raises TypeError."""

    class D(dict):
        pass

    return len(D.fromkeys([n], value=1))


@limit(refused("LTH0302"), lambda: ([1],))
def super_add_of_a_list(xs):
    """`super().__add__` of a subclass of list."""

    class L(list):
        def __add__(self, other):
            return L(super().__add__(other))  # here

    return L(xs) + [1]


@limit(refused("LTH0302"), lambda: (1,))
def new_type(n):
    """Calling a `typing.NewType`."""
    return typing.NewType("UID", int)(n)  # here


@limit(raises(NotImplementedError), lambda: (["a", "b"],))
def new_attribute_by_a_name_of_run_time(names):
    """`setattr` of a new attribute with a name that only run time knows raises NotImplementedError."""

    class C:
        a = 1

    c = C()
    for name in names:
        setattr(c, name + "x", 1)
    return 1


@limit(refused("LTH0304"), lambda: (Holder(), 3))
def attribute_by_a_name_of_run_time(o, n):
    """`getattr` and `setattr` of an object from outside with a name that only run time knows."""
    found = 0
    for i in range(n):
        found += getattr(o, "a" + str(i), 1)  # here
    return found


@limit(differs(True), lambda: (1,))
def alias_of_a_generic_class(n):
    """`C[int] == C` of a generic class of the user's is True."""
    T = typing.TypeVar("T")

    class C(typing.Generic[T]):
        pass

    return C[int] == C


@limit(refused("LTH0302"), lambda: (weakref.proxy(HELD),))
def weak_proxy(p):
    """An attribute of a weak proxy, `isinstance` and `hasattr` of it."""
    return isinstance(p, Holder)  # here


@limit(refused("LTH0302"), lambda: (1,))
def register_with_an_abstract_class(n):
    """`register` of an abstract class that the program makes."""

    class Shape(abc.ABC):
        pass

    class Square:
        pass

    Shape.register(Square)  # here
    return isinstance(Square(), Shape)


@script(differs(True))
def argument_is_kept(door):
    """A program holds the functions, exceptions, sets and deques of the call that it was compiled for, and what is in an instance that has only slots."""
    f = door.compile(lambda g: g(1))
    g = lambda n: n + 1  # noqa: E731
    alive = weakref.ref(g)
    f(g)
    del g
    gc.collect()
    return alive() is not None


@limit(differs(False), lambda: (1,))
def weak_reference_made_here(n):
    """An object that a program refers to weakly, and else no longer, is kept alive; such a reference is a function."""
    held = [Holder()]
    seen = weakref.ref(held.pop())
    return seen() is None


@script(differs(True))
def held_by_what_is_referred_to(door):
    """A program that reads what an object refers to, to which there is only a weak reference, keeps that alive."""
    o = Holder()
    o.inner = Holder()
    alive, inner = weakref.ref(o), weakref.ref(o.inner)
    f = door.compile(lambda: alive().inner.a3)
    f()
    del o
    gc.collect()
    return alive() is None and inner() is not None


@limit(refused("LTH0302"), lambda: (1.5,))
def special_format(x):
    """`x.__format__` by its name."""
    return x.__format__(".2f")  # here


prose(
    __name__,
    "Objects of a program that refer to each other in a circle are never freed.",
    "memory that is kept",
)


@limit(refused("LTH0311"), lambda: (3,))
def recursive_method_of_a_class_made_inside(n):
    """A method, of a class that the program makes, that calls itself as deep as run time says."""

    class C:
        def down(self, k):  # here
            return k if k <= 0 else 1 + self.down(k - 1)

    return C().down(n * 100)


@script(differs(False))
def late_registration(door):
    """A class that is registered with an abstract one after a call is not seen."""

    class Abstract(abc.ABC):  # noqa: B024
        pass

    class C:
        pass

    c = C()
    f = door.compile(lambda: isinstance(c, Abstract))
    f()
    Abstract.register(C)
    return f()


@limit(refused("LTH0302"), lambda: (2,))
def dict_of_an_object_by_open_keys(n):
    """`__dict__` of an object that is changed by keys that only run time knows."""
    names = {}
    for i in range(n):
        names["a"] = i
    made = Holder()
    made.__dict__.update(names)  # here
    return made.a


@limit(differs(), lambda: (1,))
def dict_of_a_class(n):
    """`__dict__` of a class is a dict as it is then, no `mappingproxy`."""
    return type(Holder.__dict__).__name__, n


@limit(differs(), lambda: (1,))
def docstring_of_a_class_of_numpy(n):
    """`__doc__` of a class of NumPy begins with its signature."""
    return np.float32.__doc__, n


@limit(differs(), lambda: (1,))
def module_of_a_type_variable(n):
    """`__module__` of a type variable that the program makes is not the program's."""
    return typing.TypeVar("T").__module__, n


@limit(raises(TypeError), lambda: (1,))
def subclass_of_a_generic_alias(n):
    """`issubclass(list[int], object)` raises TypeError; the attributes of `list[int]` are those of its class."""
    return issubclass(list[int], object), n


prose(
    __name__,
    "A `property` that the program makes, as a result, raises AttributeError; `__orig_class__` is missing in `__dict__` of a generic object of run time.",
    "the matrix of kinds shows which cells (tests/matrix/known.py)",
)


class Dropped:
    def __del__(self):
        print("dropped")


@limit(refused("LTH0302"), lambda: (1,))
def objects_with_del(n):
    """An instance that the program makes of a class with `__del__`, which Python calls when the last reference goes."""
    dropped = Dropped()  # here
    return n


class Sized(tuple):
    def __eq__(self, other):
        return len(self) == len(other)

    def __hash__(self):
        return len(self)


@limit(refused("LTH0312"), lambda: (1, 2))
def tuples_with_equality_as_keys(a, b):
    """A key, or an element of a set, of a subclass of tuple or a NamedTuple with `__eq__` or `__hash__` of its own."""
    return {Sized((a,)): 1}.get(Sized((b,)))  # here
