"""A view that only some paths make, returned twice: one object, where it is there."""

import torch

from language.harness import case


def program(t0, n):
    v = t0[1:] if n > 1 else 5
    w = v if n % 2 else 7
    x = v if n % 3 else t0
    return v, w, x


def inputs():
    return [(torch.tensor([5.0, 2, 3]), i) for i in range(6)]


CASES = [case(program, inputs, message=False, tolerance=0.0)]
