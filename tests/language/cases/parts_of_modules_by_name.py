"""Parts of a module by a name that only run time knows."""

import torch
from torch import nn

from language.harness import case

T = torch.tensor


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.experts = nn.ModuleDict({f"expert_{i}": nn.Linear(3, 3) for i in range(3)})
        self.register_buffer("scale_0", T([1.0, 2.0, 3.0]))
        self.scale_1 = nn.Parameter(T([3.0, 2.0, 1.0]))

    def forward(self, x, which):
        y = torch.zeros_like(x)
        for i in which:
            name = f"expert_{int(i)}"
            y = y + getattr(self.experts, name)(x) * getattr(self, "scale_{}".format(int(i) % 2))
        return y


CASES = [
    case(
        Experts(),
        lambda: [
            (torch.ones(2, 3), T([0, 2])),
            (torch.ones(1, 3), T([1])),
            (torch.ones(1, 3), T([1, 7])),
            (torch.ones(1, 3), T([], dtype=torch.int64)),
        ],
        name="experts",
    )
]
