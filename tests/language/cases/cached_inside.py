"""lru_cache and cache on functions that the program makes."""

import functools

import torch

from language.harness import case

T = torch.tensor


def fib(x, n):
    calls = []

    @functools.lru_cache(maxsize=None)
    def f(k):
        calls.append(k)
        return k if k < 2 else f(k - 1) + f(k - 2)

    return f(n), f(6), calls


def grid(x, n):
    @functools.cache
    def paths(r, c):
        if r == 0 or c == 0:
            return 1
        return paths(r - 1, c) + paths(r, c - 1)

    return paths(n, 3), paths(2, n)


def small(x, n):
    log = []

    @functools.lru_cache(maxsize=2)
    def f(a, b=1):
        log.append(a)
        return a * b

    return [f(k % 3) for k in range(n)], f(1, b=2), f(1, b=2), log


N = lambda: [(T([1.0, 2.0, 3.0]), n) for n in (0, 1, 2, 3, 6)]
CASES = [case(f, N, straight=True) for f in (fib, grid, small)]
