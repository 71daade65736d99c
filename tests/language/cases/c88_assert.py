"""88: a tensor assert fires at run time, with its message."""

from language.harness import case
import torch

T = torch.tensor


def positive(x):
    assert (x > 0).all(), "positive values only"
    return x.log()


def bare(x, n):
    assert x.shape[0] == n
    return x


def formatted(x):
    for i, v in enumerate(x):
        assert v < 5, f"element {i} is too large"
    return x.sum()


CASES = [
    case(positive, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(bare, lambda: [(T([1.0]), 1), (T([1.0]), 2)]),
    case(formatted, lambda: [(T([1.0, 2.0]),), (T([1.0, 7.0]),)]),
]
