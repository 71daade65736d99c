"""A sum beside a longer tensor: the fold is of two elements, the result of four."""

import torch

from language.harness import case


def program(t0, i0):
    return t0[i0 % 3 :].sum() + t0 * 0


def inputs():
    return [
        (torch.tensor([5.0, 1.0, 2.0, 7.0]), 4),
        (torch.tensor([5.0, 1.0]), 2),
        (torch.tensor([5.0, 1.0]), 3),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
