"""51: `zip(x, y)` over a dimension known only at run time."""

from language.harness import case
import torch

T = torch.tensor


def dot(x, y):
    s = 0
    for a, b in zip(x, y):
        s = s + a * b
    return s


def with_condition(x, y):
    out = []
    for a, b in zip(x, y):
        if a > b:
            out.append(a)
        else:
            out.append(b)
    if len(out) == 0:
        return None
    return torch.stack(out)


def three_lists(x, n):
    names = []
    for i, v, w in zip(range(n), x, x * 2):
        names.append((i, v + w))
    return names


def strict(x, y):
    s = 0
    for a, b in zip(x, y, strict=True):
        s = s + a - b
    return s


CASES = [
    case(
        dot,
        lambda: [
            (T([1.0, 2.0]), T([3.0, 4.0])),
            (T([1.0, 2.0, 3.0]), T([3.0])),
            (torch.zeros(0), T([1.0])),
        ],
    ),
    case(with_condition, lambda: [(T([1, 5]), T([3, 4])), (torch.zeros(0), torch.zeros(2))]),
    case(three_lists, lambda: [(T([1, 5]), 4), (T([1, 5]), 1)]),
    case(strict, lambda: [(T([1, 5]), T([3, 4])), (T([1, 5]), T([3]))]),
]
