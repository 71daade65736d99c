"""New list after list argument shrinks."""

import torch

from language.harness import case


def program(t0, t1, i0, i1, f0, b0, l0):
    l0 and l0.pop()
    if t0.sum() > i1:
        return [f0, t0]


def inputs():
    return [
        (
            torch.tensor([3.0, -3.0, 5.0, 6.0]),
            torch.tensor([-3.0, 2.0, -4.0, 5.0]),
            7,
            7,
            1.5,
            False,
            [],
        ),
        (
            torch.tensor([1.0, -4.0, 3.0, 4.0]),
            torch.tensor([-2.0, -3.0, 3.0, -3.0]),
            7,
            -3,
            0.5,
            False,
            [],
        ),
        (
            torch.tensor([-4.0, 1.0, -2.0, -3.0]),
            torch.tensor([1.0, -2.0, 1.0, -2.0]),
            -2,
            -1,
            -0.5,
            True,
            [4, -1, 5],
        ),
        (
            torch.tensor([-1.0, -2.0, 3.0, 0.0]),
            torch.tensor([4.0, -2.0, -2.0, 5.0]),
            4,
            -3,
            0.0,
            False,
            [1, 3, -2],
        ),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0, artifact=False)]
