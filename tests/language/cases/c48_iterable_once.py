"""48: `for e in f(range(n))`: the iterable expression is evaluated once."""

from language.harness import case
import torch

T = torch.tensor


def traced(items):
    print("called")
    return items


def once(x, n):
    for e in traced(range(n)):
        x = x + e
    return x


def over_tensor(x):
    total = 0
    for v in traced(x * 2):
        x = x + 1
        total = total + v
    return total, x


def list_then_changed(x, n):
    items = [i for i in range(n)]
    for e in traced(items):
        items = []
        x = x + e
    return x, items


def append_while_iterating(x):
    items = [1, 2]
    for e in items:
        if len(items) < 5:
            items.append(e * 10)
        x = x + e
    return x, items


CASES = [
    case(once, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(over_tensor, lambda: [(T([1.0, 2.0]),), (torch.zeros(0),)]),
    case(list_then_changed, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(append_while_iterating, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
]
