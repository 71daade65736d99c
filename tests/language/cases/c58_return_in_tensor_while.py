"""58: a conditional return in a tensor `while`."""

from language.harness import case
import torch

T = torch.tensor


def inside(x):
    while x.sum() < 100:
        x = x * 2
        if x.max() > 20:
            return x
    return x + 0.5


def different_kinds(x):
    n = 0
    while x > 0:
        if x == 7:
            return n
        x = x - 2
        n += 1
    return "ended", x


def nested(x, limit):
    while True:
        for i in range(3):
            if x > limit:
                return x, i
            x = x + 1
        if x < 0:
            return None


def only_return(x):
    while x.sum() > 0:
        return x * 2
    return x


CASES = [
    case(inside, lambda: [(T([1.0]),), (T([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),), (T([200.0]),)]),
    case(different_kinds, lambda: [(T(11),), (T(10),), (T(-1),)]),
    case(nested, lambda: [(T(1.0), 5), (T(-9.0), 5), (T(9.0), 5)]),
    case(only_return, lambda: [(T([1.0]),), (T([-1.0]),)]),
]
