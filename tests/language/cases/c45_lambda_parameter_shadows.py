"""45: a lambda's parameter that shadows an outer name is not loop state."""

from language.harness import case
import torch

T = torch.tensor


def shadow(x, n):
    y = x
    for _ in range(n):
        f = lambda y: y + 1  # noqa: E731
        x = f(x)
    return x, y


def inner_function(x, n):
    v = 5
    while n > 0:

        def g(v, n=n):
            v = v * 2
            return v + n

        x = g(x)
        n -= 1
    return x, v, n


CASES = [
    case(shadow, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(inner_function, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
]
