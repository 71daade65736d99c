"""23: nested loops that use one loop variable: 4 x 4 gives 16 trips."""

from language.harness import case
import torch

T = torch.tensor


def fixed(x):
    count = 0
    for i in range(4):
        for i in range(4):
            count += 1
            x = x + i
    return x, count


def counted(x, n, m):
    count = 0
    for i in range(n):
        for i in range(m):
            count += 1
        x = x * 1 + i
    return x, count, i


def with_condition(x):
    total = 0
    for i in range(4):
        for i in range(4):
            if x.sum() > i:
                total += i
    return total


def over_tensor(x):
    s = 0
    for v in x:
        for v in x:
            s = s + v
        s = s * v
    return s


CASES = [
    case(fixed, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(counted, lambda: [(T(1.0), 4, 4), (T(1.0), 2, 3), (T(1.0), 1, 0)]),
    case(with_condition, lambda: [(T([2.0]),), (T([-2.0]),)]),
    case(over_tensor, lambda: [(T([1.0, 2.0]),), (T([1.0, 2.0, 3.0]),)]),
]
