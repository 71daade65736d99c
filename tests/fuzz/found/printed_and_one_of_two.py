"""Printed and one of two."""

import torch

from language.harness import case


def program(t0, t1, i0, i1, f0, b0, l0):
    for i1 in range(0, 4, 2):
        if t0.max() > i0:
            break
        t1 = torch.relu(t0)
        print("q", l0, t0)
        t0[1:3] = t0[:2].clone()
    return (t0, t1, i0, i1, f0, b0, l0)


def inputs():
    return [
        (
            torch.tensor([-3.0, 4.0, 5.0, -2.0]),
            torch.tensor([2.0, 2.0, 0.0, 5.0]),
            1,
            7,
            0.0,
            False,
            [5, 1, -2],
        ),
        (
            torch.tensor([1.0, 0.0, -2.0, -4.0]),
            torch.tensor([5.0, -4.0, 3.0, -2.0]),
            -2,
            -1,
            0.5,
            False,
            [3, 4],
        ),
        (
            torch.tensor([3.0, -4.0, -4.0, 3.0]),
            torch.tensor([4.0, 4.0, -2.0, 3.0]),
            -1,
            1,
            0.5,
            True,
            [5],
        ),
        (
            torch.tensor([-1.0, 0.0, 1.0, -4.0]),
            torch.tensor([-3.0, -2.0, 1.0, -1.0]),
            4,
            -1,
            1.5,
            True,
            [],
        ),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0, artifact=False)]
