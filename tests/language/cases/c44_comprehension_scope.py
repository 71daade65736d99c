"""44: a comprehension's variable does not leak."""

from language.harness import case
import torch

T = torch.tensor


def same_name(x):
    ys = [x * 2 for x in range(3)]
    return x, ys


def in_loop(x, n):
    out = []
    for i in range(n):
        out.append([x + i for x in range(2)])
    return out, x


def nested(x):
    grid = [[i * j for j in range(3)] for i in range(3)]
    d = {x: x + 1 for x in range(2)}
    s = {x % 2 for x in range(5)}
    return grid, d, s, x


def generator(x):
    total = sum(x for x in [1, 2, 3])
    any_big = any(v > 2 for v in x)
    return total, any_big, x


CASES = [
    case(same_name, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(in_loop, lambda: [(T([1.0]), 2), (T([1.0]), 0)]),
    case(nested, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(generator, lambda: [(T([1.0, 3.0, 5.0]),), (T([1, 2]),)]),
]
