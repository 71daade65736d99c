"""37: an int becomes a float inside the loop."""

from language.harness import case
import torch

T = torch.tensor


def number(x, n):
    total = 0
    for i in range(n):
        total = total + i * 0.5
    return x + total, total


def divided(n):
    trips = 0
    while n > 1:
        n = n / 2
        trips += 1
    return n, trips


def int_tensor(x):
    s = 0
    for v in x:
        s = s + v.item() / 4
        if s > 2:
            s = int(s)
    return s


def tensor_kind(x, n):
    acc = x
    for _ in range(n):
        acc = acc / 2
    return acc, acc.dtype


CASES = [
    case(number, lambda: [(T(1), 3), (T(1), 0), (T(1.0), 1)]),
    case(divided, lambda: [(9,), (1,), (0,), (8.0,)]),
    case(int_tensor, lambda: [(T([1, 2, 8]),), (T([20]),), (torch.zeros(0, dtype=torch.int64),)]),
    case(tensor_kind, lambda: [(T([3]), 2), (T([3]), 0)]),
]
