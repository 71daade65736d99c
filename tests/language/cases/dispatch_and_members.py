"""singledispatch, members of enums by value, slices of ranges, translated strings, *args of run time for classes."""

import enum
from functools import singledispatch, singledispatchmethod

from language.harness import case
import torch

T = torch.tensor


class E(enum.Enum):
    A = 1
    B = 2.5
    C = "c"

    @classmethod
    def _missing_(cls, v):
        if v == 9:
            return cls.C


class Op(enum.Enum):
    ADD = "+"
    MUL = "*"

    def apply(self, a, b):
        return a + b if self is Op.ADD else a * b


class I2(enum.IntEnum):
    X = 0
    Y = 1


def by_value(x):
    return E(int(x)).name, I2(int(x > 1)).name


def ops(s):
    a, o, b = s.split()
    return Op(o).apply(int(a), int(b))


def ints(x):
    k = I2(int(x))
    return k + 1, str(k), f"{k}", repr(k), k == 1, k.name, [v.name for v in I2 if v <= k]


class Vis:
    @singledispatchmethod
    def go(self, v):
        return "other"

    @go.register
    def _(self, v: int):
        return v + 1

    @go.register
    def _(self, v: list):
        return [self.go(e) for e in v]


def sdm(x):
    v = Vis()
    return v.go(int(x[0])), v.go("s"), v.go([1, 2, "q"])


@singledispatch
def enc(v):
    raise TypeError(f"bad {type(v).__name__}")


@enc.register(int)
@enc.register(float)
def _(v):
    return ("num", v)


@enc.register
def _(v: torch.Tensor):
    return ("t", v.sum())


@enc.register(dict)
def _(v):
    return {k: enc(w) for k, w in v.items()}


def sd(x):
    a = int(x[0]) if x[0] > 0 else x[0].item() * 0.5
    try:
        enc("s")
    except TypeError as e:
        m = str(e)
    return enc(a), enc(x), enc({"a": 1, "b": x}), m, enc(True)


def ranges(x):
    n = int(x[0])
    r = range(10)
    return (
        list(r[n:]),
        list(r[::-1]),
        list(r[::n]),
        list(range(0, 20, 3)[1:n]),
        len(r[-3:]),
        r[2:8][1],
        list(range(n)[-100:100]),
        list(range(10, 0, -2)[::2]),
        r[::-1] == range(9, -1, -1),
    )


def trans(s):
    t = str.maketrans({"h": "J", "l": None, "a": "zz"})
    return (
        s.translate(t),
        s.translate(str.maketrans("helo", "HELO", "c")),
        s.upper().translate({72: "x"}),
    )


def bits(n):
    return n.bit_count(), (n + 3).bit_count()


class Vec:
    def __init__(self, *d):
        self.d = tuple(d)

    def __len__(self):
        return len(self.d)


class Vec2:
    def __init__(self, name, *d, k=1):
        self.name = name
        self.d = list(d)
        self.k = k


def star_init(x):
    p = [v for v in x.tolist() if v > 0]
    v = Vec(*p)
    w = Vec2(*["n", *p]) if p else Vec2("e")
    u = Vec2("q", *p, k=3)
    return v.d, len(v), w.d, u.d, u.k, u.name


def suppress(x):
    try:
        try:
            raise ValueError("a")
        except ValueError as e:
            if x[0] > 3:
                raise TypeError("b")
            if x[0] > 0:
                raise TypeError("c") from None
            raise TypeError("d") from e
    except TypeError as e:
        return str(e), e.__suppress_context__, str(e.__cause__), str(e.__context__)


def suppress2(x):
    try:
        raise ValueError("a")
    except ValueError:
        if x[0] > 3:
            raise TypeError("b")
        raise TypeError("c") from None


def kws(a=0, *args, k=1, **kw):
    return a, k, list(kw.items())


def only(**kw):
    return kw


class KW:
    def __init__(self, n, **kw):
        self.n = n
        self.kw = dict(kw)

    def go(self, **kw):
        return {**self.kw, **kw}


def keywords(x):
    d = {"b": 1}
    if x[0] > 0:
        d["k"] = 5
    if x[0] > 3:
        d["a"] = 7
    o = KW(1, **only(**d))
    return kws(**d), only(z=1, **d), sorted(o.kw.items()), sorted(o.go(q=2, **d)), o.n


def sentinel(x):
    xs = x.tolist()

    def pull():
        return xs.pop() if xs else None

    out = list(iter(pull, None))
    n = 0

    def tick():
        nonlocal n
        n += 1
        return n

    s = sum(iter(tick, int(x.abs().sum())))
    for v in iter(tick, -1):
        if v > 20:
            break
    return out, s, v, n


def names_after(x):
    def f(a=1, z=2):
        return a, z

    d = {}
    if x[0] > 0:
        d["a"] = 5
    if x[0] > 3:
        d["z"] = 1
    try:
        return f(**d, z=9)
    except TypeError:
        return "twice"


V = lambda: [(T([1.0, -2.0, 3.0]),), (T([-1.0, -2.0, 0.5]),), (T([4.0, 5.0, 6.0]),)]
CASES = [
    case(by_value, lambda: [(T(1),), (T(2),), (T(9),), (T(5),)]),
    case(ops, lambda: [("1 + 2",), ("3 * 4",), ("1 - 2",)]),
    case(ints, lambda: [(T(1),), (T(0),)]),
    case(sdm, V, straight=True),
    case(sd, V, straight=True),
    case(ranges, V, straight=True),
    case(trans, lambda: [("hello",), ("abc",), ("",)], straight=True),
    case(bits, lambda: [(5,), (-7,), (0,)], straight=True),
    case(star_init, V, straight=True),
    case(suppress, V),
    case(suppress2, V),
    case(keywords, V, straight=True),
    case(sentinel, V),
    case(names_after, V, straight=True),
]
