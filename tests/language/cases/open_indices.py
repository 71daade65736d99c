"""Indices of which a part is one of several values: ranks that only sizes decide, None or a bound."""

import torch

from language.harness import case


def rows_of_a_rank(x, i, w):
    j = (i[:, None] * w).squeeze(-1)
    return x[torch.arange(x.size(0)), j]


def written(x, i, w):
    j = (i[:, None] * w).squeeze(-1)
    x = x.clone()
    x[torch.arange(x.size(0)), j] = 5.0
    x[torch.arange(x.size(0)), j] += x[:, :1].sum()
    return x


def bound_or_none(x, n, flag):
    end = None if flag.sum() > 0 else n
    x = x.clone()
    x[:, :end] = 1.0
    return x[0, :end], x[end:, 0]


def none_or_position(x, flag):
    i = None if flag.sum() > 0 else 1
    return x[i]


X = torch.arange(10.0).reshape(2, 5)
I = torch.tensor([1, 3])
CASES = [
    case(
        rows_of_a_rank,
        lambda: [(X, I, torch.tensor([1])), (X, I, torch.tensor([0, 1]))],
        straight=True,
    ),
    case(written, lambda: [(X, I, torch.tensor([1])), (X, I, torch.tensor([0, 1]))], straight=True),
    case(
        bound_or_none,
        lambda: [(X, 2, torch.ones(1)), (X, 2, -torch.ones(1)), (X, 0, -torch.ones(1))],
    ),
    case(none_or_position, lambda: [(X, torch.ones(1)), (X, -torch.ones(1))]),
]
