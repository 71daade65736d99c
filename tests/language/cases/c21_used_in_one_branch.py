"""21: a parameter used in one branch only (its gradient belongs to a later chapter)."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([2.0, 3.0]))
        self.v = nn.Parameter(torch.tensor([5.0, 7.0]))

    def forward(self, x):
        if x.sum() > 0:
            return x * self.w
        return x + 1


def argument(x, w):
    if x.mean() > 0:
        x = x * w
    return x.sum()


CASES = [
    case(
        Gated().requires_grad_(False), lambda: [(T([1.0, 1.0]),), (T([-1.0, -1.0]),)], name="module"
    ),
    case(argument, lambda: [(T([1.0]), T([3.0])), (T([-1.0]), T([3.0]))]),
]
