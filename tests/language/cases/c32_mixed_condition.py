"""32: a condition that mixes a tensor and a Python number, both updated."""

from language.harness import case
import torch

T = torch.tensor


def both_move(x, n):
    while x.sum() > n:
        x = x / 2
        n = n + 1
    return x, n


def and_counter(x, limit):
    i = 0
    while x < 100 and i < limit:
        x = x * 3
        i += 1
    return x, i


def difference(x, f):
    trips = 0
    while (x - f).abs().max() > 0.5:
        x = x * 0.5
        f = f * 0.9
        trips += 1
    return x, f, trips


CASES = [
    case(both_move, lambda: [(T([8.0, 8.0]), 1), (T([1.0]), 5), (T([64]), 0)]),
    case(and_counter, lambda: [(T(1.0), 10), (T(1.0), 2), (T(500.0), 2)]),
    case(difference, lambda: [(T([4.0]), 1.0), (T([1.0]), 1.0)]),
]
