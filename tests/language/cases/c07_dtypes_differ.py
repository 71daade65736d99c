"""7: branch dtypes differ."""

from language.harness import case
import torch

T = torch.tensor


def int_or_float(x):
    if x.sum() > 0:
        y = x
    else:
        y = x.to(torch.int64)
    return y


def arithmetic_after(x, y):
    if x.sum() > y.sum():
        z = x > y
    else:
        z = x.double()
    return z + 1, z.dtype == torch.bool


def number_kinds(x):
    if x > 0:
        n = 1
    else:
        n = 2.5
    return n, x * n


def ternary(x):
    y = x.half() if x.mean() > 1 else x
    return y, y.dtype


CASES = [
    case(int_or_float, lambda: [(T([1.5, 2.5]),), (T([-1.5, -2.5]),)]),
    case(
        arithmetic_after, lambda: [(T([1.0, 2.0]), T([0.0, 3.0])), (T([1.0, 4.0]), T([0.0, 3.0]))]
    ),
    case(number_kinds, lambda: [(T(2.0),), (T(-2.0),)]),
    case(ternary, lambda: [(T([2.0, 3.0]),), (T([0.5]),)]),
]
