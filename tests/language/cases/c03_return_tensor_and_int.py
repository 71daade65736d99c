"""3: both branches return (tensor, int); the int stays a Python int."""

from language.harness import case
import torch

T = torch.tensor


def same_int_kind(x):
    if x.sum() > 0:
        return x + 1, 1
    return x - 1, -1


def int_from_argument(x, n):
    if (x > n).any():
        return x, n + 1
    else:
        return x * n, n * 2


def bool_and_float(x):
    if x[0] > x[1]:
        return x.max(), True, 0.5
    return x.min(), False, 1.5


CASES = [
    case(same_int_kind, lambda: [(T([1.0, 2.0]),), (T([-1.0, -2.0]),)]),
    case(int_from_argument, lambda: [(T([5, 1]), 3), (T([2, 1]), 3), (T([2, 1]), 10**12)]),
    case(bool_and_float, lambda: [(T([2.0, 1.0]),), (T([1.0, 2.0]),)]),
]
