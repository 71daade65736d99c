"""A negative float to a fractional power is complex, and only then; what has no order raises."""

from language.harness import case
import torch

T = torch.tensor


def of_numbers(e):
    r = e**0.5
    print(r, r * 2.0 + e, r == abs(r), type(r).__name__)
    if e < 0:
        return torch.tensor(r)
    return r, torch.tensor(r)


def of_tensors(x, e):
    r = e**0.5 if e < 2 else 3.0
    return (
        x * r,
        x + r * 2,
        torch.tensor([r, 1.0]),
        torch.tensor(2.0) * r,
        x * 2j,
        str((1 + 2j) * e),
    )


def bounded(e, h):
    h *= min(2.0, max(0.2, 0.9 * (1e-3 / (e + 1e-12)) ** (1 / 3)))
    return torch.tensor(h), h


CASES = [
    case(of_numbers, lambda: [(4.0,), (-4.0,), (0.0,), (float("inf"),)]),
    case(of_tensors, lambda: [(T([1.0, 2.0]), 4.0), (T([1.0, 2.0]), -1.0), (T([1, 2]), -1.0)]),
    case(bounded, lambda: [(1e-3, 1.0), (-1.0, 1.0), (5.0, 2.0)]),
]
