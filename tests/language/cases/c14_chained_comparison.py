"""14: chained comparison: each operand once, in order, stopping early."""

from language.harness import case
import torch

T = torch.tensor


def get(name, value):
    print("get", name)
    return value


def four(a, b, c, d):
    return get("a", a) < get("b", b) == get("c", c) > get("d", d)


def as_condition(x, lo, hi):
    if lo < x.sum() <= hi:
        return "inside"
    return "outside"


def with_membership(n, x):
    if 0 <= n < x.shape[0] != 5:
        return x[n]
    return n


def result_is_operand(x, y):
    r = x < y < 3
    return r


CASES = [
    case(four, lambda: [(1, 2, 2, 0), (3, 2, 2, 0), (1, 2, 3, 0), (1, 2, 2, 5)]),
    case(as_condition, lambda: [(T([1.0, 1.0]), 1, 3), (T([3.0, 1.0]), 1, 3), (T([0.0]), 0.0, 9)]),
    case(
        with_membership,
        lambda: [(1, T([4, 5])), (2, T([4, 5])), (-1, T([4, 5])), (0, T([1, 2, 3, 4, 5]))],
    ),
    case(result_is_operand, lambda: [(T(1), T(2)), (T(2), T(1)), (T(1), T(9))]),
]
