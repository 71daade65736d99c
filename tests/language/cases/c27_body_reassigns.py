"""27: the body reassigns the loop variable; the iteration does not notice."""

from language.harness import case
import torch

T = torch.tensor


def fixed(x):
    trips = 0
    for i in range(5):
        x = x + i
        i = 100 + i
        trips += 1
    return x, i, trips


def dynamic(x, n):
    for i in range(n):
        i *= 3
        if i > 5:
            i = -1
        x = x + i
    return x, i


def to_tensor(x):
    seen = []
    for v in x:
        seen.append(v)
        v = v * 10
    return seen, v


def n_changes(x, n):
    for i in range(n):
        n = 0
        x = x + 1
    return x, n, i


CASES = [
    case(fixed, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
    case(dynamic, lambda: [(T(1.0), 4), (T(1.0), 1)]),
    case(to_tensor, lambda: [(T([1.0, 2.0]),), (T([1.0, 2.0, 3.0]),)]),
    case(n_changes, lambda: [(T(1.0), 4), (T(1.0), 1)]),
]
