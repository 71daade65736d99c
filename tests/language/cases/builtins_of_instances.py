"""Built-in functions on instances with methods of their own, and what they do not take."""

import collections
import functools
import math
import operator

from language.harness import case
import torch

T = torch.tensor


class Whole(int):
    def __int__(self):
        return 42

    def __float__(self):
        return 1.5

    def __index__(self):
        return 9


class Part(float):
    def __float__(self):
        return 42.0

    def __int__(self):
        return 9


class Place(complex):
    pass


class Bound:
    def __index__(self):
        return 2


class Like:
    def __float__(self):
        return 2.5


def failure(f, *args):
    try:
        return f(*args)
    except TypeError as error:
        return str(error)


def numbers(x, n: int):
    whole, part = Whole(n), Part(2.5)
    first = int(whole), float(whole), list(range(9))[whole], operator.index(whole)
    return first, int(part), float(part), complex(Place(1, n))


def bounds(x, n: int):
    part = slice(Bound(), 6, 1)
    return part.indices(n), slice(0, 4, n).indices(Bound()), int("101", Bound())


class Power:
    def __pow__(self, other, modulus=None):
        return "power", other, modulus


def powers(x, n: int):
    return pow(Power(), n), pow(Power(), n, 3), Power() ** n, failure(iter, n, n)


class Base:
    def name(self):
        return "base"


class Derived(Base):
    def name(self):
        return super(Derived, self).name() + "d"


def parts(x, n: int):
    partial = functools.partial(int, base=2 if n > 1 else 3)
    return (
        partial("101"),
        partial.keywords,
        partial.args,
        Derived().name(),
        failure(super, Derived, Base()),
        failure(super, n, Base()),
        super(Derived, Derived).name(Derived()),
    )


def refused(x, n: int):
    made = [
        failure(collections.defaultdict, n),
        failure(collections.defaultdict, None),
        failure(math.trunc, Like()),
        failure(math.floor, Like()),
        failure(math.sqrt, Bound),
        failure(divmod, 1j, n),
        failure(isinstance, n, list[int]),
        failure(issubclass, list, list[int]),
        bytes.fromhex("00ff") == b"\x00\xff",
    ]
    return made if n > 1 else made[:2]


CASES = [
    case(numbers, lambda: [(T([1.0]), 1), (T([2.0]), 3)], straight=True, tool=False),
    case(bounds, lambda: [(T([1.0]), 1), (T([2.0]), 3)], straight=True),
    case(powers, lambda: [(T([1.0]), 1), (T([2.0]), 3)], straight=True),
    case(parts, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(refused, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
]
