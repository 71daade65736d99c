"""15: a lambda with a ternary, mapped in a comprehension."""

from language.harness import case
import torch

T = torch.tensor


def mapped(x):
    f = lambda v: v * 2 if v > 0 else -v  # noqa: E731
    return [f(v) for v in x]


def over_numbers(x, n):
    pick = lambda a, b=n: a if a > b else b  # noqa: E731
    return [pick(i) for i in range(3)], pick(x.sum())


def two_on_one_line(x):
    fs = [lambda v: v + 1 if v.sum() > 0 else v, lambda v: v - 1 if v.sum() > 0 else v]
    return tuple(f(x) for f in fs)


def through_map(x):
    return list(map(lambda v: "pos" if v > 0 else "neg", x))


CASES = [
    case(mapped, lambda: [(T([1.0, -2.0]),), (T([-1.0, 2.0, 3.0]),)]),
    case(over_numbers, lambda: [(T([5.0]), 1), (T([-5.0]), 2)]),
    case(two_on_one_line, lambda: [(T([5.0]),), (T([-5.0]),)]),
    case(through_map, lambda: [(T([1.0, -2.0]),), (T([-1.0, 2.0, 3.0]),)]),
]
