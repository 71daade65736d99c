"""89: `self.a = self.a + 1` persists across calls."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = 0
        self.register_buffer("total", torch.zeros(2))

    def forward(self, x):
        self.a = self.a + 1
        if x.sum() > 0:
            self.total += x
        else:
            self.total = self.total - x
        return self.total * 1, self.a


CALLS = {"n": 0}


def counted(x):
    CALLS["n"] += 1
    if CALLS["n"] > 2:
        return x * 100
    return x


CASES = [
    case(
        Counter(),
        lambda: [(T([1.0, 2.0]),), (T([-1.0, 0.0]),), (T([1.0, 1.0]),)],
        name="counter",
        artifact=False,
        ordered=True,
    ),
    case(counted, lambda: [(T([1.0]),)] * 4, artifact=False, ordered=True),
]
