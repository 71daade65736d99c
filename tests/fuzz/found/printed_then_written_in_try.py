"""Printed then written in try."""

import torch

from language.harness import case


def program(t0, t1, i0, i1, f0, b0, l0):
    try:
        print("p", t0, f0)
        t0[1:3] = t1[:2].clone()
    except Exception as e:
        t1 = -t1
    return (t0, t1, i0, i1, f0, b0, l0)


def inputs():
    return [
        (
            torch.tensor([5.0, -3.0, 1.0, -3.0]),
            torch.tensor([-2.0, -2.0, 5.0, 6.0]),
            7,
            4,
            2.0,
            True,
            [1],
        ),
        (
            torch.tensor([-1.0, 6.0, 4.0, 1.0]),
            torch.tensor([5.0, 0.0, 1.0, 6.0]),
            2,
            -1,
            0.5,
            False,
            [1, 3],
        ),
        (
            torch.tensor([6.0, 0.0, -1.0, 2.0]),
            torch.tensor([5.0, 1.0, 3.0, 3.0]),
            -2,
            -3,
            1.5,
            False,
            [],
        ),
        (
            torch.tensor([3.0, 5.0, 4.0, 3.0]),
            torch.tensor([1.0, 0.0, 3.0, 1.0]),
            1,
            -1,
            -1.0,
            True,
            [],
        ),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0, artifact=False)]
