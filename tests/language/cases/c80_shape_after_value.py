"""80: `.shape` after a reshape by a value."""

from language.harness import case
import torch

T = torch.tensor


def by_item(x, n):
    y = x.reshape(n.item(), -1)
    return y.shape, y.shape[1] * 2


def by_mask(x):
    y = x[x > 0]
    if y.shape[0] > 2:
        return y.shape, y
    return y.numel(), y.shape[0]


CASES = [
    case(by_item, lambda: [(torch.ones(6), T(2)), (torch.ones(6), T(3))], straight=True),
    case(by_mask, lambda: [(T([1.0, 2.0, 3.0, -1.0]),), (T([-1.0]),)]),
]
