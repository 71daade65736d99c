"""List argument item set in loop."""

import torch

from language.harness import case


def program(t0, t1, i0, i1, f0, b0, l0):
    for s2 in t1 + 0:
        try:
            pass
        finally:
            l0[0] = sum(l0) % 9


def inputs():
    return [
        (
            torch.tensor([4.0, -2.0, 2.0, -3.0]),
            torch.tensor([5.0, -2.0, 5.0, 4.0]),
            0,
            -1,
            -0.5,
            True,
            [5, 5],
        ),
        (
            torch.tensor([4.0, 4.0, 1.0, 3.0]),
            torch.tensor([-2.0, 2.0, -4.0, 6.0]),
            1,
            6,
            0.0,
            True,
            [],
        ),
        (
            torch.tensor([2.0, -3.0, 3.0, 3.0]),
            torch.tensor([-3.0, 5.0, -1.0, 0.0]),
            4,
            -3,
            1.0,
            True,
            [-2],
        ),
        (
            torch.tensor([-4.0, -4.0, -2.0, 5.0]),
            torch.tensor([-4.0, -1.0, -2.0, 6.0]),
            -3,
            -1,
            2.0,
            True,
            [5, 4],
        ),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0, artifact=False)]
