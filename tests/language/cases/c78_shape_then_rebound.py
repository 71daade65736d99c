"""78: `a, b = x.shape`, then x is rebound."""

from language.harness import case
import torch

T = torch.tensor


def rebound(x):
    a, b = x.shape
    x = x.reshape(-1)
    return a, b, x.shape[0], x.reshape(b, a)


def in_loop(x, n):
    a, b = x.shape
    for _ in range(n):
        x = torch.cat([x, x], 0)
    return x.shape[0] - a, b, x.size(), x[:a]


CASES = [
    case(rebound, lambda: [(torch.ones(2, 3),), (torch.ones(3, 1),)], straight=True),
    case(in_loop, lambda: [(torch.ones(2, 3), 2), (torch.ones(2, 3), 0)]),
]
