"""A tensor whose dtype differs by path, in a loop: the header knows on which paths it is there."""

import torch
from language.harness import case


def program(t0, t1, i0):
    s3 = t0.sum()
    for i0 in range(i0 // 3 % 4):
        if t0.max() < i0:
            try:
                s3 = (t1 > 1).sum()
            except ValueError as e:
                pass
            s3 = s3
        else:
            s3 = t1.max()
    return s3


def inputs():
    return [
        (torch.tensor([5.0]), torch.tensor([0.0]), 1),
        (torch.tensor([5.0]), torch.tensor([0.0]), 9),
        (torch.tensor([0.0]), torch.tensor([0.0]), 9),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
