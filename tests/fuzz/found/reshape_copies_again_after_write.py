"""Reshape copies again after write."""

import torch

from language.harness import case


def program(t0, l0):
    for i1 in l0:
        t0[1:3] = t0[:2].clone()
        t5 = t0.view(2, 2).t().reshape(4)
        print("p", t5)


def inputs():
    return [(torch.tensor([0.0, 3.0, -3.0, 1.0]), [1, 2])]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
