"""Ranges, constructors, orders of comparison, slices past 64 bits: as CPython's own tests have them."""

import abc
import collections
import copy
import datetime
import decimal
import enum
import fractions
import sys
from contextlib import _GeneratorContextManager

from language.harness import case


def mock(func):
    def helper(*a, **k):
        return Mock(func, a, k)

    return helper


def record(log, who, ret=NotImplemented):
    log.append(who)
    return ret


def tryit(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__, str(e)


def ranges(n: int):
    rs = [
        range(0),
        range(0, -1),
        range(1, 1, 3),
        range(1),
        range(5, 6),
        range(5, 6, 2),
        range(5, 7, 2),
        range(2),
        range(0, 4, 2),
        range(0, 5, 2),
        range(0, 6, 2),
    ]
    return (
        [a == b for a in rs for b in rs],
        [hash(a) == hash(b) for a in rs for b in rs],
        range(n, 6, 2) == range(n, 5 + n, 2),
        range(n) != range(0),
    )


def range_len(n: int):
    return (
        len(range(0, sys.maxsize, sys.maxsize - 1)),
        len(range(-sys.maxsize, sys.maxsize, 2)),
        tryit(len, range(-sys.maxsize, sys.maxsize)),
        bool(range(-sys.maxsize, sys.maxsize)),
        5 in range(-sys.maxsize, sys.maxsize),
        len(range(n, sys.maxsize, sys.maxsize - 1)),
    )


def inits(n: int):
    a = [1, 2, 3][n:]
    b = a
    a.__init__()
    r = list(b)
    a.__init__([4, 5])
    s = {1, 2}
    s.__init__("ab")
    d = {1: 2}
    d.__init__(a=3)
    return r, b, sorted(s), d


def frozen(n: int):
    s = frozenset(range(3 + n))
    t = frozenset(s)
    return (
        s is t,
        frozenset("ab") == frozenset("ba"),
        tuple((1, n)) is (1, n),
        (lambda q: tuple(q) is q)((1, n)),
    )


class Mock(_GeneratorContextManager):
    def __init__(self, *args):
        super().__init__(*args)
        self.enter_called = False
        self.exit_called = False
        self.exit_args = None

    def __enter__(self):
        self.enter_called = True
        return super().__enter__()

    def __exit__(self, type, value, tb):
        self.exit_called = True
        self.exit_args = (type, value)
        return super().__exit__(type, value, tb)


def managers(n: int):
    @mock
    def ctx(k):
        try:
            yield k + 1
        except KeyError:
            pass

    m = ctx(n)
    try:
        with m as v:
            if n == 1:
                raise KeyError("a")
            if n == 2:
                raise ValueError("b")
    except ValueError as e:
        return "val", m.enter_called, m.exit_called, m.exit_args[0]
    return v, m.enter_called, m.exit_called, m.exit_args[0]


def orders(n: int):
    log = []

    class A:
        def __eq__(s, o):
            return record(log, "A.eq")

        def __le__(s, o):
            return record(log, "A.le")

        def __ge__(s, o):
            return record(log, "A.ge")

        __hash__ = None

    class B(metaclass=abc.ABCMeta):
        def __eq__(s, o):
            return record(log, "B.eq")

        def __le__(s, o):
            return record(log, "B.le")

        def __ge__(s, o):
            return record(log, "B.ge")

    class C(B):
        def __eq__(s, o):
            return record(log, "C.eq")

        def __le__(s, o):
            return record(log, "C.le")

        def __ge__(s, o):
            return record(log, "C.ge")

    for x, y in ((A(), A()), (A(), B()), (B(), A()), (B(), C()), (C(), B())):
        x == y
        tryit(lambda: x <= y)
    return log


class SupEq:
    def __eq__(self, other):
        return True

    __hash__ = None


class XN:
    def __eq__(self, o):
        return self is o

    def __ne__(self, o):
        return not self == o

    __hash__ = None


class SN(SupEq):
    __ne__ = None


class XN2:
    __ne__ = None


def ne_none(n: int):
    e, sn, xn = SupEq(), SN(), XN2()
    return (
        e != e,
        tryit(lambda: e != sn),
        tryit(lambda: sn != e),
        tryit(lambda: e != xn),
        tryit(lambda: xn != e),
        e != XN(),
    )


def pattern(n: int):
    class Keys:
        KEY = "a"

    x = {"a": 0, "b": n}
    try:
        match x:
            case {Keys.KEY: y, "a": z}:
                return y, z
    except ValueError as e:
        return str(e)


def slices(n: int):
    a = list(range(10 + n))
    b = tuple(a)
    r = a[-pow(2, 128) : 3], a[3 : pow(2, 145)], b[:: 2**70], "abc"[-(2**80) : 2**90]
    del a[9 :: 1 << 333]
    return r, a


D1, D2, D3 = datetime.date(2020, 1, 2), datetime.date(2020, 1, 2), datetime.date(2021, 1, 2)


def dates(n: int):
    return D1 == D2, D1 != D2, D1 < D3, D1 is D2, [D1, D3] == [D2, D3], D1 in [D2], D3 == D1


F1, F2 = fractions.Fraction(1, 2), fractions.Fraction(2, 4)


def fracs(n: int):
    return F1 == F2, F1 == 0.5, F1 < F2, F1 + 1 == fractions.Fraction(3, 2)


X1, X2 = decimal.Decimal("1.5"), decimal.Decimal("1.50")


def decs(n: int):
    return X1 == X2, X1 == 1.5


def boolean(n: int):
    class Foo:
        def __bool__(self):
            return self

    class Bar:
        def __len__(self):
            return -1

    class Baz:
        def __len__(self):
            return "a"

    class Qux:
        def __len__(self):
            return n

    return (
        tryit(bool, Foo()),
        tryit(bool, Bar()),
        tryit(bool, Baz()),
        tryit(len, Bar()),
        tryit(len, Baz()),
        len(Qux()),
        bool(Qux()),
    )


def tupsub(n: int):
    class T(tuple):
        def __getitem__(self, i):
            return tuple.__getitem__(self, i) * 2

        def __len__(self):
            return tuple.__len__(self) + 1

        def __contains__(self, x):
            return not super().__contains__(x)

        def __iter__(self):
            return iter([n])

        def __eq__(self, o):
            return super().__eq__(o)

        __hash__ = None

        def __repr__(self):
            return "T" + super().__repr__()

    t = T((n, 2))
    return t[0], len(t), 5 in t, list(t), t == (n, 2), repr(t)


def recursive(n: int):
    x = []
    x.append(x)
    y = []
    y.append(y)
    d = {}
    d["a"] = d
    return repr(x), repr(d), x == x


def recursive2(n: int):
    x = [n]
    x.append(x)
    y = copy.deepcopy(x)
    return y[0], y[1] is y, y is not x


def recursive3(n: int):
    x = [n]
    x.append(x)
    y = [n]
    y.append(y)
    return tryit(lambda: x == y)


def badmatch(n: int):
    def f():
        try:
            raise ValueError
        except 42:
            pass

    def g():
        try:
            raise ValueError
        except (KeyError, 42):
            pass

    return tryit(f), tryit(g)


def objset(n: int):
    return (
        tryit(object.__setattr__, str, "foo", 42),
        tryit(object.__setattr__, 5, "a", 1),
        tryit(collections.deque.append, [], 1),
        tryit(list.sort, 1),
        tryit(str.upper, 1),
    )


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Fl(enum.Flag):
    A = 1
    B = 2
    C = 4


def reversed_members(n: int):
    return list(reversed(Color)) == [Color.BLUE, Color.GREEN, Color.RED]


def members(n: int):
    return list(Color) == [Color.RED, Color.GREEN, Color.BLUE]


def first_member(n: int):
    l = list(reversed(Color))
    return (
        l[0] is Color.BLUE,
        l[0] == Color.BLUE,
        len(l),
        l == [Color.BLUE, Color.GREEN, Color.RED],
        [Color.RED] == [Color.RED],
    )


def flag_members(n: int):
    return list(Fl.A | Fl.C) == [Fl.A, Fl.C]


def subclass_on_the_right(n: int):
    class B:
        def __floordiv__(self, o):
            return "B.floordiv"

        def __rfloordiv__(self, o):
            return "B.rfloordiv"

    class Own(B):
        def __floordiv__(self, o):
            return "Own.floordiv"

        def __rfloordiv__(self, o):
            return "Own.rfloordiv"

    class Inherited(B):
        pass

    b, own, inherited = B(), Own(), Inherited()
    return b // 1, 1 // b, own // 1, 1 // own, b // own, own // b, b // inherited, inherited // b


TWO = [(1,), (0,)]

CASES = [
    case(ranges, lambda: list(TWO), straight=True, artifact=False),
    case(range_len, lambda: list(TWO), straight=True, artifact=False),
    case(inits, lambda: list(TWO), straight=True, artifact=False),
    case(frozen, lambda: list(TWO), straight=True, artifact=False),
    case(managers, lambda: list([(1,), (0,), (2,)]), straight=True, artifact=False),
    case(orders, lambda: list(TWO), straight=True, artifact=False),
    case(ne_none, lambda: list(TWO), straight=True, artifact=False),
    case(pattern, lambda: list(TWO), straight=True, artifact=False),
    case(slices, lambda: list(TWO), straight=True, artifact=False),
    case(dates, lambda: list(TWO), straight=True, artifact=False),
    case(fracs, lambda: list(TWO), straight=True, artifact=False),
    case(decs, lambda: list(TWO), straight=True, artifact=False),
    case(boolean, lambda: list(TWO), straight=True, artifact=False),
    case(tupsub, lambda: list(TWO), straight=True, artifact=False),
    case(recursive, lambda: list(TWO), straight=True, artifact=False),
    case(recursive2, lambda: list(TWO), straight=True, artifact=False),
    case(recursive3, lambda: list(TWO), straight=True, artifact=False),
    case(badmatch, lambda: list(TWO), straight=True, artifact=False),
    case(objset, lambda: list(TWO), straight=True, artifact=False),
    case(reversed_members, lambda: list(TWO), straight=True, artifact=False),
    case(members, lambda: list(TWO), straight=True, artifact=False),
    case(first_member, lambda: list(TWO), straight=True, artifact=False),
    case(flag_members, lambda: list(TWO), straight=True, artifact=False),
    case(subclass_on_the_right, lambda: list(TWO), straight=True, artifact=False),
]
