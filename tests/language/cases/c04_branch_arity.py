"""4: the branches return a different number of values."""

from language.harness import case
import torch

T = torch.tensor


def two_or_one(x, y):
    i = 4
    if x > y:
        return y, i
    return y


def one_two_three(x):
    s = x.sum()
    if s > 10:
        return x
    if s > 0:
        return x, s
    return x, s, -1


def used_by_caller(x):
    out = two_or_one(x, x.new_zeros(()))
    if isinstance(out, tuple):
        return len(out), out[0]
    return out


CASES = [
    case(two_or_one, lambda: [(T(2.0), T(1.0)), (T(0.0), T(1.0))]),
    case(one_two_three, lambda: [(T([20.0]),), (T([2.0]),), (T([-2.0, 1.0]),)]),
    case(used_by_caller, lambda: [(T(2.0),), (T(-2.0),)]),
]
