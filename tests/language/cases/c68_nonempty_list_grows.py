"""68: a list that is not empty grows; `b[1]` is read."""

from language.harness import case
import torch

T = torch.tensor


def grows(x, n):
    b = [x, x + 1]
    for i in range(n):
        b.append(b[1] * i)
    return b[1], b[-1], len(b)


def insert_extend(x):
    b = [1, 2]
    if x.sum() > 0:
        b.insert(1, 5)
        b.extend([7, 8])
    b += [9]
    return b[1], b, b.index(9), b.count(2), list(reversed(b)), sorted(b, reverse=True)


CASES = [
    case(grows, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(insert_extend, lambda: [(T([1.0]),), (T([-1.0]),)]),
]
