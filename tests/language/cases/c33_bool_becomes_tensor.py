"""33: a condition that turns from bool to Tensor."""

from language.harness import case
import torch

T = torch.tensor


def flag(x):
    go = True
    n = 0
    while go:
        x = x - 1
        n += 1
        go = x.sum() > 0
    return x, n, go


def never_set(x, go):
    while go:
        x = x + 1
        go = (x < 5).all()
    return x, go


def int_flag(x):
    left = 3
    while left:
        x = x * 2
        left = (x < 20).sum()
    return x, left


def not_done(x, limit):
    done = False
    i = 0
    while not done and i < limit:
        x = x / 2
        done = x.max() < 1
        i += 1
    return x, i, done


CASES = [
    case(flag, lambda: [(T([3.0]),), (T([-3.0]),)]),
    case(never_set, lambda: [(T([1.0, 2.0]), True), (T([1.0, 2.0]), False)]),
    case(int_flag, lambda: [(T([1, 2]),), (T([30]),)]),
    case(not_done, lambda: [(T([8.0]), 9), (T([8.0]), 2), (T([8.0]), 0)]),
]
