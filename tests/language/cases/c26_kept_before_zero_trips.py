"""26: a value from before the loop survives zero trips."""

from language.harness import case
import torch

T = torch.tensor


def number(x, n):
    i = 7
    for i in range(n):
        x = x + i
    return x, i


def other_type(x, n):
    i = "none"
    for i in range(n):
        x = x + i
    return x, i


def from_tensor(x):
    v = None
    for v in x:
        pass
    return v


def in_while(x, n):
    k = 7
    while n > 0:
        k = n * 2
        n -= 1
        x = x + k
    return x, k, n


CASES = [
    case(number, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(other_type, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(from_tensor, lambda: [(T([1, 2]),), (torch.zeros(0),)]),
    case(in_while, lambda: [(T(1.0), 3), (T(1.0), 0)]),
]
