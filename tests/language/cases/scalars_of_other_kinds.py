"""What tensors' operators take other numbers for: bools of NumPy are floats, complex tensors numbers where nothing is
imaginary; ints past 64 bits as indices; objects with `__index__` as sizes; deques that paths choose."""

from language.harness import case
import collections
import enum
import fractions

import numpy as np
import torch

TRUE = np.bool_(True)
HALF = np.float32(0.5)


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Rows:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


def bools(x):
    y = x > 1
    if x.sum() > 0:
        return x + TRUE, TRUE * x, torch.full((2,), TRUE), torch.where(y, TRUE, TRUE), x**TRUE, x == TRUE
    return torch.clamp(x, TRUE), torch.full_like(x, TRUE), torch.tensor([TRUE]), torch.scalar_tensor(TRUE), x.fill_(TRUE)


def made_here(x):
    above = HALF > 0.25
    return x * above if x.sum() > 0 else x + (HALF < 0.25)


def complex_tensors(x):
    try:
        if x.sum() > 0:
            return float(x.sum() + 0j), int(x.sum() + 0j), bool(x.sum() * 1j), float(x.sum() * 1j)
        return int(x.sum() * 1j)
    except RuntimeError as error:
        return str(error)


def long_indices(x):
    n = 2**70
    found = []
    for use in (lambda: "abc"[n], lambda: [0] * n, lambda: [10, 20][n], lambda: n * (0,), lambda: (1, 2, 3)[:n]):
        try:
            found.append(use())
        except (IndexError, OverflowError) as error:
            found.append(str(error))
    return found, complex(fractions.Fraction(1, 2) if x.sum() > 0 else fractions.Fraction(1, 3))


def sizes(x):
    n = Rows(2 if x.sum() > 0 else 3)
    return torch.zeros(n), torch.ones((n, n)), torch.zeros(6).reshape(n, -1)


def backwards(x):
    try:
        return list(reversed(Access.READ | Access.WRITE))
    except TypeError as error:
        return str(error) if x.sum() > 0 else type(error).__name__


def queues(x):
    queue = collections.deque([1]) if x.sum() > 0 else collections.deque([0, 1])
    found = []
    for use in (lambda: torch.zeros(queue), lambda: queue[0:1], lambda: queue[7]):
        try:
            found.append(use())
        except (TypeError, IndexError) as error:
            found.append(str(error))
    return found[1:], len(found)


INPUTS = [(torch.ones(2, dtype=torch.int64),), (-torch.ones(2, dtype=torch.int64),)]
CASES = [case(f, lambda: [(x.clone(),) for (x,) in INPUTS], artifact=False) for f in (bools, made_here, long_indices, sizes, backwards, queues)] + [
    case(complex_tensors, lambda: INPUTS),
]
