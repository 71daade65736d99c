"""85: recursion on a Python int, and bounded by a tensor."""

from language.harness import case
import torch

T = torch.tensor


def power(x, n):
    if n == 0:
        return torch.ones_like(x)
    return x * power(x, n - 1)


def static_depth(x):
    return power(x, 3) if x.sum() > 0 else power(x, 1)


def halve(x):
    if x.sum() < 1:
        return x
    return halve(x / 2)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


CASES = [
    case(static_depth, lambda: [(T([2.0]),), (T([-2.0]),)]),
    case(power, lambda: [(T([2.0]), 3), (T([2.0]), 0)]),
    case(halve, lambda: [(T([8.0]),), (T([0.5]),)]),
    case(fib, lambda: [(10,), (1,)]),
]
