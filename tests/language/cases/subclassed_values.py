"""Subclasses of str, int, float, tuple, set and dict: the value inside, and slots given other names."""

import enum

from language.harness import case
import torch

T = torch.tensor


class Text(str):
    def shout(self):
        return Text(self.upper() + "!")


class Tag(str):
    def __new__(cls, name, extra=None):
        made = super().__new__(cls, name.lower())
        made.extra = extra
        return made


class Hundred(int):
    def __add__(self, other):
        return Hundred(int(self) + int(other) + 100)


class Celsius(float):
    def __new__(cls, value):
        return super().__new__(cls, value + 1)

    def fahrenheit(self):
        return self * 9 / 5 + 32


class Items(set):
    def add_all(self, *values):
        for value in values:
            self.add(value)
        return self


class Pair(tuple):
    def first(self):
        return self[0]


class AttributeDict(dict):
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 10


def texts(x):
    s = Text("a" if x[0] > 0 else "b")
    return (
        s + "x",
        s.upper(),
        str(s.shout()),
        f"{s}",
        f"{s:>3}",
        len(s),
        s == "a",
        isinstance(s, str),
        type(s).__name__,
    )


def tags(x):
    t = Tag("ABC", extra=3) if x[0] > 0 else Tag("Q")
    return (
        t + "z",
        t.extra,
        t.upper(),
        {"abc": 1}[t] if t == "abc" else 0,
        t in {"abc": 1},
        t in {"abc", "d"},
    )


def numbers(x):
    n, c = Hundred(int(x[0])), Celsius(x[0].item())
    return (
        n + 1,
        n * 2,
        -n,
        n > 1,
        c.fahrenheit(),
        c > 1,
        round(c, 1),
        abs(c),
        f"{c:.2f}",
        str(n),
        repr(c),
        divmod(n, 2),
    )


def containers(x):
    s, p, d = Items([1, 2]).add_all(3, int(x[0])), Pair([x[0], 5]), AttributeDict(a=1)
    for v in x.tolist():
        if v > 0:
            d.b = v
    if x[1] > 0:
        del d.a
    return sorted(s), len(s), p.first(), p[1], d.get("b"), sorted(d), hasattr(d, "a")


def members(x):
    k = Level.HIGH if x[0] > 0 else Level.LOW
    print(k, f"{k}", f"{k:03d}", repr(k), [k])
    return "%s" % k, str(k), k + 1


def types_of_types(x):
    kinds = [int, len, Text, torch.float32]
    return [type(v).__name__ for v in kinds], type(x).__qualname__, Text.__qualname__


def added_up(x):
    class Gram(float):
        pass

    total = 0.0
    for g in [Gram(v) for v in x.tolist()]:
        total += g
    return total


def member_as_a_bound(items, n):
    return items[: Level(n)], items[Level(n) :], "abcdef"[Level(n) :]


V = lambda: [(T([1.0, -2.0, 3.0]),), (T([-1.0, -2.0, 0.5]),), (T([4.0, 5.0, 6.0]),)]
CASES = [
    case(f, V, straight=True)
    for f in (texts, tags, numbers, containers, members, types_of_types, added_up)
] + [
    case(member_as_a_bound, lambda: [([1, 2, 3, 4], n) for n in (1, 10, 2)], straight=True),
]
