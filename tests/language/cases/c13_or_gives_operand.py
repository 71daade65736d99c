"""13: `x or y` and `x and y` give an operand, not a bool."""

from language.harness import case
import torch

T = torch.tensor


def either(x, y):
    z = x or y
    return z


def both(x, y):
    return x and y, (x or y) is y


def mixed(x, n):
    a = n or "default"
    b = x.sum() and n
    c = x.shape[0] and x[0]
    return a, b, c


def defaults(x, name=None, scale=0.0):
    name = name or "unnamed"
    scale = scale or 1.0
    return name, x * scale


CASES = [
    case(either, lambda: [(T(1.0), T(2.0)), (T(0.0), T(2.0)), (T(0), T(0))]),
    case(both, lambda: [(T(1), T(2)), (T(0), T(2))]),
    case(mixed, lambda: [(T([1.0, 2.0]), 3), (T([1.0, -1.0]), 0)]),
    case(defaults, lambda: [(T([1.0]),), (T([1.0]), "n", 2.0), (T([1.0]), "", 3.0)]),
]
