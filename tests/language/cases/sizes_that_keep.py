"""Sizes of run time that are -1, or less, where a tensor is expanded or viewed."""

import torch
from language.harness import case


def expanded(x, n, m):
    try:
        return x.expand(n, m)
    except RuntimeError as e:
        return str(e).split("\nException")[0]


def of_both(x, n):
    y = x.expand(n, -1)
    return y + torch.arange(x.size(1)), y.shape, y.stride()


def viewed(x, n, m):
    try:
        return x.view(n, m)
    except RuntimeError as e:
        return str(e).split("\nException")[0]


LINE, ROW = torch.arange(6.0), torch.arange(6.0)[None]
SIZES = [(2, 6), (-1, 6), (3, -1), (-1, -1), (-2, 6), (2, -3), (0, 6), (2, 5)]

CASES = [
    case(expanded, lambda: [(LINE.clone(), n, m) for n, m in SIZES], artifact=False),
    case(expanded, lambda: [(ROW.clone(), n, m) for n, m in SIZES], artifact=False),
    case(of_both, lambda: [(ROW.clone(), n) for n in (1, 3, -1)], artifact=False, straight=True),
    case(viewed, lambda: [(LINE.clone(), n, m) for n, m in [*SIZES, (3, 2), (-2, -1)]], artifact=False),
]
