"""functools.lru_cache, cache and cached_property."""

import functools

from language.harness import case
import torch

T = torch.tensor


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functools.cache
def table(n):
    return torch.arange(n).float() * 2


@functools.lru_cache
def kind(name):
    if name not in ("a", "b"):
        raise KeyError(name)
    return {"a": 1, "b": 2}[name]


def constant_arguments(x):
    first, second = table(3), table(3)
    first[0] = 7.0
    if x.sum() > 0:
        third = table(4)
    else:
        third = table(2)
    return x * fibonacci(20), first is second, second, third, table(2), kind("a")


def dynamic_arguments(x, n):
    if x.sum() > 0:
        return x + fibonacci(n), table(x.shape[0]) * x
    return x - fibonacci(n + 1), table(n)


def raises(x):
    try:
        return kind("c" if x.sum() > 0 else "b")
    except KeyError as e:
        return str(e)


class Lazy:
    def __init__(self, x):
        self.x = x
        self.made = 0

    @functools.cached_property
    def total(self):
        self.made += 1
        return self.x.sum()

    @functools.lru_cache
    def power(self, k):
        return self.x**k


def of_instances(x):
    lazy = Lazy(x)
    if x.sum() > 0:
        lazy.x = lazy.x + lazy.total
    both = lazy.total + lazy.total
    return both, lazy.power(2), lazy.total is lazy.total, lazy.made


CASES = [
    case(constant_arguments, lambda: [(T([1.0, 2.0]),), (T([-3.0, 2.0]),)]),
    case(dynamic_arguments, lambda: [(T([1.0, 2.0]), 5), (T([-3.0, 2.0, -3.0]), 7)]),
    case(raises, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(of_instances, lambda: [(T([1.0, 2.0]),), (T([-3.0, 2.0, -3.0]),)]),
]
