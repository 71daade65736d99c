"""Closures over closures that a loop makes, as many as run time says."""

import functools

from language.harness import case
import torch

T = torch.tensor


def steps_of(x):
    steps = [torch.relu, lambda v: v + 1, lambda v: v * 2]
    if x.sum() > 0:
        steps.insert(1, torch.neg)
    return steps


def reduced(x):
    def compose(*functions):
        return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)

    return compose(*steps_of(x))(x)


def in_loop(x):
    steps = steps_of(x)
    f = steps[0]
    for g in steps[1:]:
        f = (lambda f, g: lambda v: g(f(v)))(f, g)
    return f(x)


def as_many_as_given(x, n):
    f = lambda v: v + 1
    for i in range(n):
        f = (lambda f, i: lambda v: f(v) * 2 + i)(f, i)
    return f(x)


def first_is_told_from_later(x):
    f, first = NotImplemented, 0
    while x.sum() < 10:
        if f is NotImplemented:
            first += 1
        x = x.abs() + 1
        f = (lambda f, n: lambda v: f(v))(f, first)
    return first, x


factorial = lambda n: 1 if n < 2 else n * factorial(n - 1)


def recursive_lambda(x):
    return x * factorial(int(x.abs().sum()))


CALLS = lambda: [(T([-3.0, 2.0]),), (T([3.0, -2.0]),)]
CASES = [case(f, CALLS) for f in (reduced, in_loop)]
CASES += [
    case(as_many_as_given, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(first_is_told_from_later, lambda: [(T([1.0]),), (T([11.0]),)]),
    case(recursive_lambda, lambda: [(T([-3.0, 2.0]),), (T([1.0]),)]),
]
