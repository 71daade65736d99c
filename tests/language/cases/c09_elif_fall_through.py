"""9: if / elif / fall-through returns of tuples."""

from language.harness import case
import torch

T = torch.tensor


def three_ways(x):
    if x > 10:
        return x, 1
    elif x > 5:
        return x * 2, 2
    return x * 3, 3


def partly_returning(x, n):
    k = 0
    if x.sum() > 2:
        k = 1
    elif n > 3:
        return x, "early"
    elif n > 1:
        k = n
    else:
        return x - 1, k
    return x + k, k


def nested(x, y):
    if x > 0:
        if y > 0:
            return (x, y), "++"
        elif y == 0:
            return (x, x), "+0"
    else:
        if y > 0:
            return (y, x), "-+"
    return (y, y), "rest"


CASES = [
    case(three_ways, lambda: [(T(11.0),), (T(7.0),), (T(1.0),)]),
    case(partly_returning, lambda: [(T([3.0]), 0), (T([1.0]), 5), (T([1.0]), 2), (T([1.0]), 0)]),
    case(
        nested,
        lambda: [(T(1), T(1)), (T(1), T(0)), (T(1), T(-1)), (T(-1), T(1)), (T(-1), T(-1))],
    ),
]
