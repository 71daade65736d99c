"""35: the shape grows in a loop."""

from language.harness import case
import torch

T = torch.tensor


def three_times(x, y):
    for _ in range(3):
        x = torch.cat([x, y])
    return x


def dynamic(x, y, n):
    for i in range(n):
        x = torch.cat([x, y * i], dim=1)
    return x, x.shape


def doubling(x):
    while x.shape[0] < 20 and x.sum() < 50:
        x = torch.cat([x, x])
    return x, x.shape[0]


def padded(x, n):
    for _ in range(n):
        x = torch.nn.functional.pad(x, (0, 1), value=1.0)
    return x


CASES = [
    case(
        three_times, lambda: [(T([1.0]), T([2.0, 3.0])), (torch.zeros(0), T([2.0]))], straight=True
    ),
    case(
        dynamic,
        lambda: [(torch.ones(2, 1), torch.ones(2, 2), 3), (torch.ones(2, 1), torch.ones(2, 2), 0)],
    ),
    case(doubling, lambda: [(T([1.0, 2.0]),), (T([40.0]),), (T([100.0]),)]),
    case(padded, lambda: [(T([[2.0]]), 2), (T([[2.0]]), 0)]),
]
