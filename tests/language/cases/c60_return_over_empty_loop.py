"""60: a return inside a loop over nothing uses the value after it."""

from language.harness import case
import torch

T = torch.tensor


def first(x):
    for v in x:
        return v
    return -1


def first_positive(x):
    for i, v in enumerate(x):
        if v > 0:
            return i, v
    return None


def in_range(x, n):
    for i in range(n):
        return x + i
    return "tail"


def nothing_after(x, n):
    while n > 10:
        return x


CASES = [
    case(first, lambda: [(T([1.0]),), (torch.zeros(0),)]),
    case(first_positive, lambda: [(T([-1.0, 2.0]),), (torch.zeros(0),), (T([-1.0]),)]),
    case(in_range, lambda: [(T([-1.0]), 3), (T([-1.0]), 0)]),
    case(nothing_after, lambda: [(T([-1.0]), 11), (T([-1.0]), 0)]),
]
