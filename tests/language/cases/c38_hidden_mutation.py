"""38: mutation hidden in a method or in a global function."""

from language.harness import case
import torch

T = torch.tensor


class Counter:
    def __init__(self, x):
        self.x = x
        self.calls = 0

    def change(self):
        self.x = self.x + 1
        self.calls += 1


def push(items, value):
    items.append(value)


def scale_(t):
    t.mul_(2)


def method(x, n):
    c = Counter(x)
    for _ in range(n):
        c.change()
    return c.x, c.calls


def function(x):
    items = []
    while x.sum() > 0:
        x = x - 1
        push(items, x)
    return items


def in_place(x, n):
    y = x + 0
    for _ in range(n):
        scale_(y)
    return y, x


def under_condition(x):
    c = Counter(x)
    for v in x:
        if v > 0:
            c.change()
    return c.x, c.calls


CASES = [
    case(method, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(function, lambda: [(T([1.5, 1.0]),), (T([-1.0]),)]),
    case(in_place, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(under_condition, lambda: [(T([1.0, -1.0, 2.0]),), (T([-1.0]),)]),
]
