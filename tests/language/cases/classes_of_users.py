"""What classes from outside say of themselves: their items, their `__dict__`; functions of `operator` and `math`."""

import math
import operator

from language.harness import case


class Named:
    rate = 0.5
    title = "t"

    def method(self):
        return 1

    def __class_getitem__(cls, key):
        return f"{cls.__name__}[{key}]"


class Whole:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

    def __float__(self):
        return self.n / 2


class Share(float):
    pass


def items(n):
    class Inside(Named):
        extra = n

        def __class_getitem__(cls, key):
            return key * 2

    class Plain(Named):
        pass

    given = Named[n], Plain["k"], Inside[n] if n > 2 else None
    return given, [k for k in vars(Inside) if not k.startswith("_")]


def entries(n):
    public = {k: v for k, v in vars(Named).items() if not k.startswith("_") and not callable(v)}
    if n > 2:
        public["n"] = n
    return public, Named.__dict__["rate"] * n, "method" in Named.__dict__


def operators(n):
    values = [3, 1, 2]
    found = operator.contains(values, n), operator.countOf(values, 1), operator.indexOf(values, 2)
    operator.setitem(values, 0, n)
    operator.delitem(values, 1)
    unary = (
        operator.not_(n - 2),
        operator.truth(n - 2),
        operator.neg(n),
        operator.inv(n),
        operator.abs(-n),
    )
    if operator.truth(n - 2):
        operator.iconcat(values, "ab")
    return found, values, unary, operator.concat(values, [n]), operator.index(Whole(n))


def numbers(n):
    several = (
        math.gcd(n, 4, 6),
        math.gcd(-n),
        math.hypot(-n),
        math.sqrt(Whole(n)),
        math.exp(Share(n)),
    )
    far = [1, 2, 3][1 :: 2**62], (4, 5)[:: -(2**62)]
    return several, far if n > 2 else None


CASES = [case(f, lambda: [(2,), (4,)]) for f in (items, operators, numbers)] + [
    case(entries, lambda: [(2,), (4,)])
]
