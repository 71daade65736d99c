"""11: `a is not None and a > 1` with None."""

from language.harness import case
import torch

T = torch.tensor


def optional(x, a=None):
    if a is not None and a > 1:
        return x * a
    return x


def none_from_branch(x):
    a = None
    if x.sum() > 0:
        a = x.max()
    if a is not None and a > 2:
        return a, "large"
    if a is None:
        return x, "none"
    return a, "small"


def or_guard(x, mask=None):
    if mask is None or (mask.sum() == 0):
        return x.sum()
    return (x * mask).sum()


CASES = [
    case(optional, lambda: [(T([1.0]),), (T([1.0]), T(2.0)), (T([1.0]), T(0.5)), (T([1.0]), 3)]),
    case(none_from_branch, lambda: [(T([3.0]),), (T([1.0]),), (T([-1.0]),)]),
    case(
        or_guard,
        lambda: [(T([1.0, 2.0]),), (T([1.0, 2.0]), T([0.0, 1.0])), (T([1.0, 2.0]), T([0.0, 0.0]))],
    ),
]
