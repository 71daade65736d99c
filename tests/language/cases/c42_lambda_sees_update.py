"""42: a lambda defined before the loop sees what is updated after it."""

from language.harness import case
import torch

T = torch.tensor


def reads(x, n):
    a = x
    f = lambda: a * 10  # noqa: E731
    for i in range(n):
        a = a + i
    first = f()
    a = a - 1
    return first, f()


def writes(x):
    total = 0

    def add(v):
        nonlocal total
        total = total + v

    for v in x:
        if v > 0:
            add(v)
    return total


def called_in_loop(x, n):
    k = 1
    f = lambda v: v * k  # noqa: E731
    for _ in range(n):
        x = f(x)
        k += 1
    return x, k


CASES = [
    case(reads, lambda: [(T([1.0]), 4), (T([1.0]), 0)]),
    case(writes, lambda: [(T([1.0, -2.0, 3.0]),), (T([-1.0]),)]),
    case(called_in_loop, lambda: [(T([1.0]), 4), (T([1.0]), 0)]),
]
