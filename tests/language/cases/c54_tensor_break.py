"""54: a tensor-conditioned break in a counted loop."""

from language.harness import case
import torch

T = torch.tensor


def ten(x):
    for i in range(10):
        x = x * 2
        if x.sum() > 30:
            break
    return x, i


def break_and_continue(x):
    kept = 0
    for i in range(10):
        if (x + i) % 2 == 0:
            continue
        kept += 1
        if x + i > 6:
            break
        x = x + 1
    return x, i, kept


def inner_only(x, n):
    total = 0
    for i in range(n):
        for j in range(n):
            if x[j] < i:
                break
            total += 1
        x = x + 1
    return total, x


def over_elements(x):
    s = 0
    for k, v in enumerate(x):
        if v < 0:
            break
        s = s + v
    return s, k


def linear_search(x, target):
    at = -1
    i = 0
    while i < x.shape[0]:
        if x[i] == target:
            at = i
            break
        i += 1
    return at


CASES = [
    case(ten, lambda: [(T([1.0]),), (T([40.0]),), (T([0.0]),)]),
    case(break_and_continue, lambda: [(T(1),), (T(-20),), (T(7),)]),
    case(inner_only, lambda: [(T([0.0, 1.0, 2.0]), 3), (T([9.0, 9.0]), 2), (T([1.0]), 0)]),
    case(over_elements, lambda: [(T([1.0, 2.0]),), (T([-1.0, 2.0]),)]),
    case(linear_search, lambda: [(T([4, 5, 6]), 5), (T([4, 5, 6]), 9)]),
]
