"""Slots, missing attributes and methods, order of evaluation, several targets, what generators return."""

import torch

from language.harness import case

T = torch.tensor


class Sl:
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a


def slots(x, n):
    s = Sl(n)
    try:
        s.b = 3
    except AttributeError as e:
        m = str(e)
    del s.a
    try:
        return s.a
    except AttributeError as e:
        return m, str(e), hasattr(s, "a")


class Ro:
    @property
    def p(self):
        return 1

    def m(self):
        return 2


def readonly(x, n):
    r = Ro()
    out = []
    for f in (
        lambda: setattr(r, "p", n),
        lambda: delattr(r, "zz"),
        lambda: r.q,
        lambda: Ro.q,
        lambda: r.m.zzz,
        lambda: Ro(1),
        lambda: r.m(n),
        lambda: Ro.m(),
        lambda: r(),
        lambda: r[0],
        lambda: len(r),
        lambda: iter(r),
        lambda: r + 1,
        lambda: r < r,
        lambda: -r,
        lambda: int(r),
        lambda: n in r,
    ):
        try:
            out.append(f())
        except (AttributeError, TypeError) as e:
            out.append((type(e).__name__, str(e)))
    return out


def order(x, n):
    log = []

    def t(v):
        log.append(v)
        return v

    a = [0] * 5
    a[t(1)] = t(2)
    d = {t("k"): t("v"), t("k2"): t(3)}
    t(1) + t(2) * t(3)
    f = lambda a, b=t("default"), **k: a
    f(t("a"), b=t("b"), c=t("c"))
    a[t(0)] += t(9)
    p = t(1) if t(n) > 1 else t(2)
    q = t(0) and t(5) or t(6)
    r, s = t(7), t(8)
    (t(1) < t(n) < t(3))
    x1, *y1 = [t(i) for i in range(3)]
    return log, a, d, p, q


def multi(x, n):
    a = b = [n]
    a.append(1)
    i, l = 0, [5, 6, 7]
    i, l[i] = 1, 99
    l[0], l[1] = l[1], l[0]
    (p, q), *r = [(1, 2), 3, 4]
    c = d = n
    c += 1
    t = (1, [2])
    try:
        t[1] += [3]
    except TypeError as e:
        m = str(e)
    return a, b, a is b, i, l, p, q, r, c, d, t, m


def nonlocals(x, n):
    v = 1
    log = []

    def a():
        nonlocal v
        v += n

        def b():
            nonlocal v
            v *= 2
            log.append(v)

        b()
        return b

    b = a()
    b()
    a()
    return v, log


class Dyn:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def __getattribute__(self, k):
        if k == "magic":
            return 7
        return super().__getattribute__(k)

    def __setattr__(self, k, v):
        super().__setattr__(k, v if k != "z" else v * 2)

    def __delattr__(self, k):
        super().__setattr__("deleted", k)


def dyn(x, n):
    d = Dyn(a=n)
    d.z = 5
    d.y = 1
    del d.y
    return d.a, d.magic, d.z, d.y, d.deleted, sorted(d.__dict__)


def coro():
    total = 0
    while True:
        v = yield total
        if v is None:
            return "done"
        total += v


def sending(x, n):
    c = coro()
    next(c)
    out = [c.send(i) for i in range(max(n, 0))]
    try:
        c.send(None)
    except StopIteration as e:
        out.append(e.value)
    return out


N = lambda: [(T([1.0, 2.0, 3.0]), n) for n in (0, 1, 2, 3, -1)]


class Renamed:
    other_names = {"z": "a"}

    def __init__(self, a=1):
        self.a = a

    def __getattribute__(self, key):
        if key != "other_names" and key in super().__getattribute__("other_names"):
            key = super().__getattribute__("other_names")[key]
        return super().__getattribute__(key)

    def with_defaults(self):
        made = self.__class__()
        return made.a, self.z, made.z, made.__class__ is Renamed


class Proxy:
    def __init__(self, behind):
        self.behind = behind

    @property
    def __class__(self):
        return type(self.behind)


OUTSIDE = Proxy(3)


def claimed_class(n):
    made = Proxy(n)
    return (
        made.__class__ is int,
        isinstance(made, int),
        isinstance(made, (str, Proxy)),
        isinstance(made, str),
        type(made) is Proxy,
        OUTSIDE.__class__ is int,
        isinstance(OUTSIDE, int),
        isinstance(OUTSIDE, list),
    )


def class_through_getattribute(n):
    return Renamed(n).with_defaults()


CASES = [
    case(f, N, straight=True) for f in (slots, readonly, order, multi, nonlocals, dyn, sending)
] + [
    case(claimed_class, lambda: [(4,), ("a",), (4,)], straight=True),
    case(class_through_getattribute, lambda: [(4,), (5,), (4,)], straight=True),
]
