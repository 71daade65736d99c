"""84: shadowed builtins; zero-argument `super()` inside control flow."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


def len(x):  # noqa: A001
    return 42


def shadowed(x):
    dict = [1, 2]  # noqa: A001
    if x.sum() > 0:
        list = "text"  # noqa: A001
        return len(x), dict, list
    return len(dict)


class Base(nn.Module):
    def forward(self, x):
        return x + 1


class Derived(Base):
    def forward(self, x):
        if x.sum() > 0:
            return super().forward(x) * 2
        for _ in range(2):
            x = super().forward(x)
        return x


CASES = [
    case(shadowed, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(Derived(), lambda: [(T([1.0]),), (T([-1.0]),)], name="derived"),
]
