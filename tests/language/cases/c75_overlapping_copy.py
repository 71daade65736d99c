"""75: `x[:, 1:] = x[:, :-1].clone()`."""

from language.harness import case
import torch

T = torch.tensor


def shift(x):
    x = x + 0
    x[:, 1:] = x[:, :-1].clone()
    return x


def shift_argument(x, n):
    for _ in range(n):
        x[1:] = x[:-1].clone()
        x[0] = 0
    return x


CASES = [
    case(shift, lambda: [(torch.arange(6.0).reshape(2, 3),), (torch.ones(1, 1),)], straight=True),
    case(shift_argument, lambda: [(torch.arange(4.0), 2), (torch.arange(4.0), 0)]),
]
