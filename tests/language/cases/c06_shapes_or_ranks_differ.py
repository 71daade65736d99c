"""6: branch shapes or ranks differ."""

from language.harness import case
import torch

T = torch.tensor


def shapes(x):
    if x.sum() > 0:
        y = torch.cat([x, x])
    else:
        y = x[:1]
    return y * 2


def ranks(x):
    if x.sum() > 0:
        y = x.sum()
    else:
        y = x.unsqueeze(0)
    return y + 1


def rank_decides(x):
    y = x.reshape(2, -1) if x[0] > 0 else x
    if y.dim() == 2:
        return y.sum(1)
    return y.shape[0]


def reduced_later(x, keep):
    if x.max() > keep:
        y = x[x > keep]
    else:
        y = x.view(-1, 1)
    return y.sum(), y.dim(), tuple(y.shape)


CASES = [
    case(shapes, lambda: [(T([1.0, 2.0]),), (T([-1.0, -2.0]),)]),
    case(ranks, lambda: [(T([1.0, 2.0]),), (T([-1.0, -2.0]),)]),
    case(rank_decides, lambda: [(T([1.0, 2.0, 3.0, 4.0]),), (T([-1.0, 2.0, 3.0, 4.0]),)]),
    case(reduced_later, lambda: [(T([1.0, 2.0, 3.0]), 1.5), (T([1.0, 2.0, 3.0]), 5.0)]),
]
