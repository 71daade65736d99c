"""49: unpacking in for targets; enumerate with a start; over tensors."""

from language.harness import case
import torch

T = torch.tensor


def three(x):
    s = 0
    for a, b, c in x:
        s = s + a * b - c
    return s


def nested_target(x):
    pairs = [(x, 1), (x * 2, 2), (x * 3, 3)]
    out = []
    for i, (a, b) in enumerate(pairs):
        out.append(a * b + i)
    return out


def enumerated(x):
    total = 0
    for i, v in enumerate(x, 1):
        total = total + i * v
    return total, i


def starred(x):
    out = []
    for first, *rest in [[1, 2, 3], [4]]:
        out.append((x + first, rest))
    return out


def wrong_count(x):
    s = 0
    for a, b in x:
        s = s + a - b
    return s


def zipped(x, y):
    out = 0
    for (a, b), c in zip(x, y):
        out = out + a * b * c
    return out


CASES = [
    case(three, lambda: [(T([[1, 2, 3], [4, 5, 6]]),), (torch.zeros(0, 3),)]),
    case(nested_target, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(enumerated, lambda: [(T([1.0, 2.0]),), (torch.zeros(0),)]),
    case(starred, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(wrong_count, lambda: [(T([[1, 2], [3, 4]]),), (T([[1, 2, 3]]),)]),
    case(zipped, lambda: [(T([[1, 2], [3, 4]]), T([5, 6])), (T([[1, 2], [3, 4]]), T([5]))]),
]
