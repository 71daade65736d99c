"""Operators that are given one dimension twice."""

import torch
from language.harness import case

T = torch.tensor


def message(f, x):
    try:
        return f(x)
    except RuntimeError as e:
        return str(e)


def squeezes(x):
    row = x[None]
    return [
        message(lambda t: t.squeeze((0, -1)), x),
        message(lambda t: t.squeeze((0, 0)), row),
        message(lambda t: t.squeeze((0, -1)), x.sum()),
        message(lambda t: t.squeeze((0, -2)), row),
        message(lambda t: t.squeeze((0, 1)), row).shape,
    ]


def of_no_dimension(x):
    t = x.sum()
    return (
        [message(lambda t: t.sum((0, -1)), t), message(lambda t: t.mean((0, -1)), t)],
        [message(lambda t: t.amax((0, -1)), t), message(lambda t: t.any((0, -1)), t)],
        [t.sum((0,)), t.amax((-1,)), t.squeeze((0,)), t.flip((0,))],
    )


def flips(x):
    return message(lambda t: t.flip((0, -1)), x), message(lambda t: t.flip(0, 1), x[None])


CALLS = [(T([1.0, 2.0]),), (T([3.0]),)]
CASES = [
    case(squeezes, lambda: CALLS, straight=True),
    case(of_no_dimension, lambda: CALLS, straight=True),
    case(flips, lambda: CALLS, straight=True),
]
