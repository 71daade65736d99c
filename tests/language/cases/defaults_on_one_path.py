"""Defaults of functions that are objects, which only some of the paths to a call have met."""

import enum
import torch
from language.harness import case
from torch import nn


class Kind(enum.Enum):
    NONE = 0
    NEXT = 1


class Perturb(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base

    def forward(self, t, y, *, kind=Kind.NONE):
        assert isinstance(kind, Kind), "k"
        if kind is Kind.NEXT:
            t = t + 1
        return self.base(t, y)


class Rev(nn.Module):
    def __init__(self, base, mul=-1.0):
        super().__init__()
        self.base = base
        self.mul = mul

    def forward(self, t, y):
        return self.mul * self.base(self.mul * t, y)


def f(t, y):
    return torch.tanh(y) * t


def while_loop(x):
    func = f
    if len(x) > 1 and x[0] > x[1]:
        func = Rev(func)
    func = Perturb(func)
    y = x
    i = 0
    while i < 3 and y.sum() < 50:
        i += 1
        y = y + func(x[0], y) + 0.5
        if y[0] > 1:
            y = y + func(x[1], y, kind=Kind.NEXT).abs()
    return y


def before(x):
    func = f
    if x[0] > x[1]:
        func = Rev(func)
        r = Perturb(func)(x[0], x)
    func = Perturb(func)
    return func(x[0], x)


class Stepper:
    def __init__(self, func, y0):
        self.func = Perturb(func)
        self.y0 = y0

    def step(self):
        f0 = self.func(self.y0[0], self.y0)
        self.y0 = self.y0 + f0

    def run(self, n):
        i = 0
        while i < n:
            self.step()
            i += 1
        return self.y0


def stepper(x):
    func = f
    if x[0] > x[1]:
        func = Rev(func)
    return Stepper(func, x).run(int(x[1]) + 2)


X = lambda: [(torch.tensor([1.0, 2.0]),), (torch.tensor([2.0, 1.0]),), (torch.tensor([-2.0, 1.0]),)]  # noqa: E731
CASES = [case(f, X) for f in (while_loop, before, stepper)]
