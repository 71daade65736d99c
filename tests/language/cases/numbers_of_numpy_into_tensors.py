"""Integers of NumPy that are put into tensors: eager takes them, and of other numbers float64 and complex128."""

import numpy as np
import torch
from language.harness import case


def put(n):
    x = torch.zeros(3)
    x[0] = n
    x[1:][x[1:] == 0] = n
    return x


def computed(t):
    a, x = t.numpy(), torch.zeros(3)
    x[0] = np.argmax(a)
    x[1:] = a.sum()
    return x


NUMBERS = (np.int64(3), np.uint8(2), np.float64(1.5), np.float32(1.5), np.bool_(True))
CASES = [
    case(put, lambda: [(n,) for n in NUMBERS], artifact=False),
    case(
        computed,
        lambda: [(torch.tensor([1, 3]),), (torch.tensor([4, 3, 2]),)],
        tool=False,
        straight=True,
    ),
]
