"""24: the loop variable keeps its last value after the loop."""

from language.harness import case
import torch

T = torch.tensor


def fixed(x):
    for i in range(4):
        x = x + i
    return x, i


def dynamic(x, n):
    i = -1
    for i in range(n):
        x = x * 2
    return x, i


def over_tensor(x):
    last = None
    for v in x:
        last = v
    return v, last


def over_list(x, names):
    for k, name in enumerate(names):
        x = x + k
    return x, k, name


def after_while(x):
    while x.sum() < 10:
        step = x.max()
        x = x + step
    return x, step


CASES = [
    case(fixed, lambda: [(T([1.0]),), (T([1, 2, 3]),)], straight=True),
    case(dynamic, lambda: [(T([1.0]), 3), (T([1.0]), 0), (T([1.0]), 1)]),
    case(over_tensor, lambda: [(T([1.0, 2.0]),), (T([[1, 2], [3, 4], [5, 6]]),)]),
    case(over_list, lambda: [(T(1.0), ["a", "b"]), (T(1.0), ["c"])]),
    case(after_while, lambda: [(T([1.0, 2.0]),), (T([4.0, 5.0]),), (T([11.0]),)]),
]
