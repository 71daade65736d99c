"""20: a branch that the shape rules out is never run."""

from language.harness import case
import torch

T = torch.tensor


def small_input(x):
    if x.shape[0] > 4:
        return x[4]
    return x[0]


def by_rank(x):
    if x.dim() == 2:
        return x[:, 1]
    if x.ndim == 0:
        return x.item()
    return x[-1]


def by_len(x):
    if len(x) >= 2:
        a, b = x[0], x[1]
        return a + b
    return x.sum()


def by_size(x):
    if x.size(-1) == 3 and x.numel() > 3:
        return x.reshape(-1, 3).sum(0)
    return x * 2


CASES = [
    case(small_input, lambda: [(T([1.0, 2.0, 3.0]),), (torch.arange(6.0),)]),
    case(by_rank, lambda: [(T([1.0, 2.0]),), (T([[1.0, 2.0]]),), (T(2.5),)]),
    case(by_len, lambda: [(T([1.0]),), (T([1.0, 2.0, 3.0]),)]),
    case(by_size, lambda: [(T([1.0, 2.0, 3.0]),), (torch.ones(2, 3),)]),
]
