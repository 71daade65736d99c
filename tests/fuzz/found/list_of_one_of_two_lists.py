"""List of one of two lists."""

import torch

from language.harness import case


def program(t0, t1, i0, i1, f0, b0, l0):
    for i1 in range(int(t0.max()) % 4):
        l0 = []
    l0.append(-1 // -2) if len(l0) < 9 else None
    for i0 in list(l0)[:4]:
        pass


def inputs():
    return [
        (
            torch.tensor([-2.0, -2.0, -1.0, 3.0]),
            torch.tensor([3.0, 6.0, -2.0, -4.0]),
            4,
            5,
            -0.5,
            True,
            [],
        ),
        (
            torch.tensor([5.0, -3.0, 0.0, 4.0]),
            torch.tensor([0.0, 5.0, 2.0, -4.0]),
            6,
            0,
            0.0,
            True,
            [-1, 2],
        ),
        (
            torch.tensor([1.0, 3.0, 3.0, -3.0]),
            torch.tensor([4.0, 6.0, -2.0, 3.0]),
            4,
            5,
            -0.5,
            True,
            [-2],
        ),
        (
            torch.tensor([4.0, 3.0, 0.0, 5.0]),
            torch.tensor([-4.0, -1.0, 6.0, 1.0]),
            -1,
            5,
            2.0,
            False,
            [],
        ),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0, artifact=False)]
