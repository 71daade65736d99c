"""Classes that the program itself makes: dataclasses, enums, named tuples, hooks of base classes."""

import abc
import collections
import dataclasses
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum, auto
from typing import ClassVar, NamedTuple

from language.harness import case
import torch

T = torch.tensor


def dc_full(x):
    @dataclass(order=True, frozen=True)
    class P:
        a: float
        b: int = 3
        kind: ClassVar[str] = "k"

        def total(self):
            return self.a + self.b

    p = P(x.sum().item())
    q = P(2.0, b=4)
    try:
        p.a = 5
    except dataclasses.FrozenInstanceError as e:
        m = str(e)
    print(
        p.total(),
        P.kind,
        p < q,
        p == P(x.sum().item()),
        p != q,
        [f.name for f in dataclasses.fields(p)],
        dataclasses.asdict(q),
        dataclasses.is_dataclass(P),
        m,
    )
    return max(p, q).b, dataclasses.replace(q, b=7).b, dataclasses.astuple(q)


def dc_repr(x):
    @dataclass
    class P:
        a: float
        tags: list = field(default_factory=list)
        hid: int = field(default=1, repr=False)

    p = P(x[0].item())
    if x[0] > 0:
        p.tags.append(2)
    print(p, repr(p), f"{p}")
    match p:
        case P(1.0, t):
            return t
        case P(a):
            return a


def dc_errs(x):
    @dataclass
    class P:
        a: float
        b: int = 3

    out = []
    for f in (lambda: P(), lambda: P(1, 2, 3), lambda: P(1, c=3), lambda: P(a=x[0].item()).b):
        try:
            out.append(f())
        except TypeError as e:
            out.append(str(e))
    try:

        @dataclass
        class Q:
            a: list = []
    except ValueError as e:
        out.append(str(e))
    return out


def dc_inherit(x):
    @dataclass
    class A:
        a: int

        def __post_init__(self):
            self.z = self.a * 2

    @dataclass
    class B(A):
        b: int = 4

    o = B(int(x[0]))
    return o.a, o.b, o.z, isinstance(o, A), o == B(int(x[0])), o == A(1)


def dc_list(x):
    @dataclass
    class Item:
        name: str
        w: float

    items = [Item(f"i{i}", v) for i, v in enumerate(x.tolist()) if v > 0]
    items.sort(key=lambda it: -it.w)
    return [it.name for it in items], sum(it.w for it in items)


def en_full(x):
    class Mode(Enum):
        A = "a"
        B = "b"
        C = auto()

    class Lv(IntEnum):
        LO = 1
        HI = 5

    m = Mode.A if x[0] > 0 else Mode.B
    l = Lv.HI if x[1] > 0 else Lv.LO
    cnt = {Mode.A: 0, Mode.B: 0}
    for v in x:
        cnt[Mode.A if v > 0 else Mode.B] += 1
    return (
        m.name,
        m.value,
        m is Mode.A,
        m == Mode.B,
        l + 1,
        l > 2,
        str(m),
        [k.name for k in Mode],
        Mode("b").name,
        Mode["A"].value,
        cnt[Mode.A],
        f"{l}",
        len(Mode),
    )


def fl_inside(x):
    class F(Flag):
        R = auto()
        W = auto()

    f = F.R
    if x[0] > 0:
        f |= F.W
    return F.W in f, f.value


def nt_full(x):
    class P(NamedTuple):
        a: int
        b: float = 2.0

        def total(self):
            return self.a + self.b

        @property
        def twice(self):
            return self.a * 2

    p = P(int(x[0]))
    q = p._replace(b=3.0)
    a, b = q
    return p.total(), q.twice, a, b, p == (int(x[0]), 2.0), p[0], len(p), q.b


def nt_list(x):
    class P(NamedTuple):
        i: int
        v: float

    ps = [P(i, v) for i, v in enumerate(x.tolist()) if v > 0]
    best = max(ps, key=lambda p: p.v, default=P(-1, 0.0))
    print(best, ps)
    return best.i, [p.v for p in ps]


def hooks(x):
    reg = {}

    class Base:
        def __init_subclass__(cls, /, key=None, **kw):
            super().__init_subclass__(**kw)
            cls.key = key
            reg[key or cls.__name__] = cls

    class A(Base, key="a"):
        def f(self, v):
            return v

    class B(Base):
        def f(self, v):
            return v * 2

    return reg["a" if x[0] > 0 else "B"]().f(x), A.key, B.key, sorted(reg)


def setname(x):
    class D:
        def __set_name__(self, o, n):
            self.n = "_" + n

        def __get__(self, o, t=None):
            return getattr(o, self.n, -1)

        def __set__(self, o, v):
            setattr(o, self.n, v * 2)

    class P:
        a = D()
        b = D()

        def __init__(self, a):
            self.a = a

    p = P(x[0].item())
    if x[1] > 0:
        p.b = 4
    return p.a, p.b, sorted(vars(p))


def absinside(x):
    class Sh(abc.ABC):
        @abc.abstractmethod
        def area(self): ...
        def dbl(self):
            return self.area() * 2

    class Sq(Sh, metaclass=abc.ABCMeta):
        def __init__(self, s):
            self.s = s

        def area(self):
            return self.s**2

    try:
        Sh()
    except TypeError as e:
        m = str(e)
    return Sq(x[0]).dbl(), m


class SM(type):
    _inst = {}

    def __call__(cls, *a, **k):
        if cls not in cls._inst:
            cls._inst[cls] = super().__call__(*a, **k)
        return cls._inst[cls]


class Conf(metaclass=SM):
    def __init__(self, v=1):
        self.v = v


def singleton_meta(x):
    a = Conf()
    b = Conf()
    return a is b, a.v


class UD(collections.UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v * 2)


def userdict(x):
    d = UD(a=1)
    for i, v in enumerate(x.tolist()):
        if v > 0:
            d[str(i)] = v
    return dict(d), len(d), "a" in d


class MySet(set):
    def addall(self, *v):
        for e in v:
            self.add(e)
        return self


class MyTuple(tuple):
    def first(self):
        return self[0]


class Pnew(collections.namedtuple("Pnew", "a b")):
    __slots__ = ()

    def __new__(cls, a, b=7):
        return super().__new__(cls, a * 2, b)

    def tot(self):
        return self.a + self.b


def ntnew(x):
    p = Pnew(int(x[0]))
    return p.tot(), p.a, p


class Celsius(float):
    def __new__(cls, v):
        return super().__new__(cls, v + 1)

    def f(self):
        return self * 9 / 5 + 32


class Tag(str):
    def __new__(cls, name, extra=None):
        o = super().__new__(cls, name.lower())
        o.extra = extra
        return o


def dc_super(x):
    @dataclass
    class A:
        a: int
        b: int = 2

    class B(A):
        def __init__(self, v):
            super().__init__(v, 5)
            self.c = v + 1

    o = B(int(x[0]))
    return o.a, o.b, o.c


@dataclass
class HA:
    a: int
    b: int = 2


class HB(HA):
    def __init__(self, v):
        super().__init__(v, 5)
        self.c = v + 1


@dataclass
class HC(HA):
    d: int = 9

    def __init__(self, v):
        HA.__init__(self, v)
        self.d = 4


def dc_super_host(x):
    o = HB(int(x[0]))
    p = HC(3)
    return o.a, o.b, o.c, p.a, p.b, p.d


V = lambda: [(T([1.0, -2.0, 3.0]),), (T([-1.0, -2.0, 0.5]),), (T([4.0, 5.0, 6.0]),)]
CASES = [
    case(dc_full, V, straight=True),
    case(dc_repr, V, straight=True),
    case(dc_errs, V, straight=True),
    case(dc_inherit, V, straight=True),
    case(dc_list, V, straight=True),
    case(en_full, V, straight=True),
    case(fl_inside, V, straight=True),
    case(nt_full, V, straight=True),
    case(nt_list, V, straight=True),
    case(hooks, V, straight=True),
    case(setname, V, straight=True),
    case(absinside, V, straight=True),
    case(singleton_meta, V, straight=True, artifact=False),
    case(userdict, V, straight=True),
    case(ntnew, V, straight=True),
    case(dc_super, V, straight=True),
    case(dc_super_host, V, straight=True),
]
