"""77: `add_`, `scatter_add_` and friends are visible through every alias."""

from language.harness import case
import torch

T = torch.tensor


def aliases(x):
    y = x
    z = x.view(-1)
    if x.sum() > 0:
        y.add_(1)
    else:
        z.mul_(2)
    return x, y, z, x is y


def scatter(x, index, source):
    alias = x
    x.scatter_add_(0, index, source)
    if alias.sum() > 10:
        alias.zero_()
    return x


def in_list(x):
    items = [x, x + 1]
    items[0].add_(5)
    for item in items:
        item.clamp_(max=4)
    return x, items


CASES = [
    case(aliases, lambda: [(torch.ones(2, 2),), (-torch.ones(2, 2),)]),
    case(
        scatter,
        lambda: [(torch.zeros(3), T([0, 2, 0]), torch.ones(3)), (torch.ones(3), T([1]), T([20.0]))],
    ),
    case(in_list, lambda: [(T([1.0, -3.0]),), (T([0.0]),)], straight=True),
]
