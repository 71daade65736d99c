"""66: `if i % 2 == 1: a.pop()` in a loop."""

from language.harness import case
import torch

T = torch.tensor


def counted(x, n):
    a = []
    for i in range(n):
        a.append(x + i)
        if i % 2 == 1:
            a.pop()
    return a


def by_value(x):
    a = []
    for v in x:
        if v > 0:
            a.append(v)
        elif len(a) > 0:
            a.pop(0)
    return a, len(a)


def pop_result(x, n):
    a = [x * i for i in range(n)]
    total = x * 0
    while len(a) > 1:
        total = total + a.pop()
    return total, a


CASES = [
    case(counted, lambda: [(T([1.0]), 5), (T([1.0]), 0)]),
    case(by_value, lambda: [(T([1.0, 2.0, -1.0, 3.0]),), (T([-1.0]),)]),
    case(pop_result, lambda: [(T([1.0]), 4), (T([1.0]), 1)]),
]
