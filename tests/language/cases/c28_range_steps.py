"""28: ranges with negative steps, and steps held in variables."""

from language.harness import case
import torch

T = torch.tensor


def downwards(x):
    seen = []
    for i in range(10, 1, -2):
        seen.append(i)
        x = x + i
    return x, seen


def step_variable(x, a, b, s):
    total = 0
    for i in range(a, b, s):
        total += i
        x = x * 1 + i
    return x, total


def sizes(x):
    out = x.new_zeros(())
    for i in range(x.shape[0] - 1, -1, -1):
        out = out * 2 + x[i]
    return out


def as_object(x, n):
    r = range(0, n, 3)
    return len(r), list(r), 6 in r, x + sum(r)


CASES = [
    case(downwards, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
    case(
        step_variable,
        lambda: [(T(1.0), 0, 10, 3), (T(1.0), 10, 0, -4), (T(1.0), 3, 3, 1), (T(1.0), 0, 5, 0)],
    ),
    case(sizes, lambda: [(T([1.0, 2.0, 3.0]),), (T([5.0]),), (torch.zeros(0),)]),
    case(as_object, lambda: [(T(1.0), 10), (T(1.0), 0)], straight=True),
]
