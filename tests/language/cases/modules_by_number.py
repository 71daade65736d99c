"""Modules and functions of before the call, looked up by a number of run time or by its digits."""

import operator

import torch
from torch import nn

from language.harness import case

T = torch.tensor


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.experts = nn.ModuleList(nn.Linear(3, 3) for _ in range(3))
        self.by_level = {1: nn.ReLU(), 2: torch.sin, -4: self.experts[0]}
        self.by_digits = {"1": nn.ReLU(), "02": nn.Tanh()}

    def forward(self, x, which):
        seen = []
        try:
            for i in which:
                x = self.experts[i](x) * (1 + i)
                seen.append(int(i))
                x = self.by_level.get(int(i), torch.cos)(x)
        except (IndexError, TypeError) as error:
            seen.append(str(error))
        return x, seen


class Digits(Experts):
    def forward(self, x, which):
        try:
            return self.by_digits[str(which.item())](x)
        except KeyError as error:
            return str(error), len(self.by_digits), "1" in self.by_digits


class Replaced(Experts):
    def forward(self, x, which):
        level = which.item()
        x = self.by_level[level](x)
        self.by_level[level] = torch.neg
        return self.by_level[1](self.by_level[level](x))


def indices(x, n):
    try:
        return operator.index(x), operator.index(n), operator.index(n > 2), [5, 6, 7][x]
    except (TypeError, IndexError) as error:
        return str(error)


ONE = torch.ones(2, 3)
CASES = [
    case(
        Experts(),
        lambda: [
            (ONE, T([0, 2])),
            (ONE, T([1])),
            (ONE, T([2, 3, 1])),
            (ONE, T([-1, -4])),
            (ONE, T([], dtype=torch.int64)),
            (ONE, T([[0], [1]])),
            (ONE, T([[0, 1]])),
            (ONE, T([1.0])),
        ],
        name="experts",
    ),
    case(Digits(), lambda: [(-ONE, T(i)) for i in (1, 2, 0)], name="digits"),
    case(
        Replaced(),
        lambda: [(-ONE, T(i)) for i in (2, 1, -4)],
        artifact=False,
        straight=True,
        name="replaced",
    ),
    case(
        indices,
        lambda: [(T(a), n) for a in (1, [2], 3, True, 1.0, [0, 1], [0.0]) for n in (1, 5)],
    ),
]
