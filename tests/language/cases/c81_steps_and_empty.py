"""81: `x[::2]` with an unknown size; zero-size slices."""

from language.harness import case
import torch

T = torch.tensor


def steps(x, n):
    return x[::2], x[1::n], x[:n], x[n:], x[-n:]


def nothing(x):
    y = x[5:2]
    if y.numel() == 0:
        return y, y.sum(), y.shape, torch.cat([y, x])
    return y


CASES = [
    case(
        steps,
        lambda: [(torch.arange(7.0), 2), (torch.arange(1.0), 3), (torch.zeros(0), 1)],
        straight=True,
    ),
    case(nothing, lambda: [(torch.arange(3.0),), (torch.arange(9.0),)], straight=True),
]
