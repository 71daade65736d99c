"""What Python checks of a class statement, and what the class has besides what its body binds."""

import abc
import collections
import collections.abc
import enum
from typing import NamedTuple

from language.harness import case
import torch

T = torch.tensor


def failure(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error).__name__, str(error)


def bases(n: int):
    class A:
        pass

    class B(A):
        pass

    def unordered():
        class C(A, B):
            pass

    def twice():
        class C(B, B):
            pass

    def layouts():
        class C(list, dict):
            pass

    def wide():
        class C(collections.OrderedDict, dict):
            pass

        return C.__mro__[1] is collections.OrderedDict

    def final():
        class C(bool):
            pass

    checks = [unordered, twice, layouts, wide, final]
    return [failure(check) for check in (checks if n > 1 else checks[3:])]


def slots(n: int):
    def shadowed():
        class C:
            __slots__ = ("a", "b")
            b = n

    class Point:
        y = 5
        __slots__ = ("x", "__own")

        def keep(self, value):
            self.__own = value
            return self.__own

    point = Point()
    point.x = n
    return (
        failure(shadowed),
        failure(setattr, point, "y", 1),
        failure(delattr, point, "y"),
        failure(setattr, point, "z", 1),
        point.keep(n) if n > 1 else point.x,
    )


def described(n: int):
    class Plain:
        """The first."""

        @property
        def size(self):
            """How many."""
            return n

        @staticmethod
        def made():
            """Another."""
            return n

    class Bare(Plain):
        __qualname__ = "Other.Bare"

    class Named(NamedTuple):
        """A row."""

        a: int

    class Color(enum.Enum):
        """A color."""

        RED = 1

    Point = collections.namedtuple("Point", "x y")
    kept = vars(Plain)["made"]
    first = Bare.__doc__, Bare.__name__
    Bare.__name__ = "Renamed"
    Bare.__doc__ = "later"
    if n > 1:
        return Bare().__doc__, Bare.__name__
    return (
        first,
        (Plain.__doc__, Plain().__doc__, Bare.__doc__, Bare().__doc__),
        (Bare.__name__, Bare.__qualname__, Plain.__module__ == __name__),
        (Plain.size.__doc__, Plain.made.__doc__, kept.__name__, kept.__func__ is Plain.made),
        (Named.__doc__, Named.__qualname__, Named.__module__ == __name__, Point.__doc__),
        (Color.__doc__, Color.__module__ == Point.__module__ == __name__),
    )


def metaclasses(n: int):
    class A(abc.ABC):
        pass

    class B(metaclass=abc.ABCMeta):
        size = n

    class C(B):
        pass

    class D:
        pass

    return type(A) is type(C) is abc.ABCMeta, type(D) is type, isinstance(C, abc.ABCMeta) and n


def excess(n: int):
    class Plain:
        pass

    class Init:
        def __init__(self, value):
            super().__init__(value)

    class New:
        def __new__(cls, value):
            return super().__new__(cls, value)

    class Both:
        def __new__(cls, value):
            return super().__new__(cls)

        def __init__(self, value):
            self.value = value

    class Listed(list):
        def __new__(cls, values, extra=None):
            made = super().__new__(cls, values)
            made.extra = extra
            return made

    class Set(set):
        def __new__(cls, values, extra=None):
            return super().__new__(cls, values)

    made = Listed([n], extra=n)
    return (
        failure(Plain, n),
        failure(lambda: Plain.__new__(Plain, n)),
        failure(lambda: Plain().__init__(n)),
        failure(Init, n),
        failure(New, n),
        failure(lambda: Set([n], extra=n)),
        Both(n).value if n > 1 else None,
        (made[0], made.extra, type(made).__name__),
    )


def properties(n: int):
    class Box:
        def __init__(self):
            self.kept = n

        def read(self):
            return self.kept

        def write(self, value):
            self.kept = value

        value = property(fget=read, fset=write, doc="The value.")
        other = property(read, doc="The other.")
        written = property(fset=write)

    box = Box()
    if n > 1:
        box.value = 7
    return (
        box.value,
        box.other,
        failure(lambda: box.written),
        failure(setattr, box, "other", 1),
        Box.value.__doc__,
        Box.value.fget is Box.read,
    )


def twice(n: int):
    class Color(enum.Enum):
        RED = 1
        CRIMSON = 1
        if n > 1:
            RED = 2

    class Kept(enum.Flag, boundary=enum.KEEP):
        A = B = enum.auto()
        C = enum.auto()

    names = [color.name for color in Color] + list(Kept.__members__)
    return names, Color.CRIMSON is Color.RED, Kept.A is Kept.B, Kept(n + 8).value


def abstract(n: int):
    class Loose:
        @abc.abstractmethod
        def size(self):
            return n

    class Strict(abc.ABC):
        @abc.abstractmethod
        def size(self):
            return n

    class Full(Strict):
        def size(self):
            return super().size() + 1

    return Loose().size(), failure(Strict) if n > 1 else Full().size()


def hashes(n: int):
    class Equal:
        def __eq__(self, other):
            return True

    class Both(Equal):
        def __hash__(self):
            return n

    class Derived(Both):
        pass

    out = [failure(hash, made) for made in (Equal(), Both(), Derived())]
    hashable = collections.abc.Hashable
    return (
        out,
        Equal.__hash__,
        isinstance(Equal(), hashable) if n > 1 else isinstance(Both(), hashable),
    )


def keys(n: int):
    class Own(dict):
        pass

    class Ordered(collections.OrderedDict):
        pass

    plain = {"a": n}
    made = Own().fromkeys("ab", n)
    return (
        type(made).__name__,
        dict(made),
        type(Ordered.fromkeys("a")).__name__,
        plain.fromkeys((4, 5), n),
        plain.fromkeys("ab") if n > 1 else plain,
    )


CASES = [
    case(bases, lambda: [(1,), (3,)]),
    case(slots, lambda: [(1,), (3,)]),
    case(described, lambda: [(1,), (3,)]),
    case(metaclasses, lambda: [(1,), (3,)], straight=True),
    case(excess, lambda: [(1,), (3,)]),
    case(properties, lambda: [(1,), (3,)]),
    case(twice, lambda: [(1,), (3,)]),
    case(abstract, lambda: [(1,), (3,)]),
    case(hashes, lambda: [(1,), (3,)]),
    case(keys, lambda: [(1,), (3,)]),
]
