"""Numbers of every kind written into a part of a complex tensor, and views that are values."""

import torch

from language.harness import case


def items(x):
    z = torch.polar(x, x)
    z[0] = 1
    z[1] = 2.5
    z[2] = True
    z[3, :1] = 1 + 2j
    z *= 2
    return z, z.to(torch.complex128)


def wide(x):
    z = torch.complex(x.double(), -x.double())
    z[:2] = 3
    z[2:, 1] = 0.5
    return z


CALLS = lambda: [(torch.arange(8.0).reshape(4, 2),), (torch.ones(4, 3),)]
CASES = [case(f, CALLS, straight=True) for f in (items, wide)]
