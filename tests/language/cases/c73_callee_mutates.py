"""73: a callee changes `cache["k"]`; the caller sees it."""

from language.harness import case
import torch

T = torch.tensor


def update(cache, key, x):
    if key in cache:
        cache[key] = torch.cat([cache[key], x])
    else:
        cache[key] = x
    return cache[key]


def caller(x, n):
    cache = {}
    for i in range(n):
        update(cache, "k", x + i)
    return cache


def outside(x, cache):
    update(cache, "k", x)
    return len(cache)


CASES = [
    case(caller, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(outside, lambda: [(T([1.0]), {}), (T([1.0]), {"k": T([2.0])})]),
]
