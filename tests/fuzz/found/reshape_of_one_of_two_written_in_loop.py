"""Reshape of one of two written in loop."""

import torch

from language.harness import case


def program(t0, t1, i0, i1, f0, b0, l0):
    for s4 in t0 + 0:
        t1 = t1.view(2, 2).t().reshape(4)
        t1[1:3] = t1[:2].clone()


def inputs():
    return [
        (
            torch.tensor([3.0, -2.0, 2.0, 0.0]),
            torch.tensor([4.0, -1.0, -2.0, -3.0]),
            3,
            5,
            -1.5,
            True,
            [5, 3],
        ),
        (
            torch.tensor([2.0, 2.0, 4.0, -2.0]),
            torch.tensor([4.0, 5.0, -2.0, 6.0]),
            1,
            6,
            2.0,
            False,
            [],
        ),
        (
            torch.tensor([5.0, 2.0, -1.0, 3.0]),
            torch.tensor([-1.0, 2.0, -3.0, -3.0]),
            -3,
            0,
            0.0,
            True,
            [-1, 5, 0],
        ),
        (
            torch.tensor([5.0, 2.0, 2.0, -3.0]),
            torch.tensor([4.0, -1.0, 4.0, -1.0]),
            -2,
            0,
            -1.0,
            False,
            [5],
        ),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
