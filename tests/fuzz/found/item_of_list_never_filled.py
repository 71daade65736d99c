"""An item is read of a list that never gets one: what follows the read is never reached."""

import torch

from language.harness import case


def program(t0, i0):
    w1 = 0
    while w1 < i0 and t0.sum() < 2:
        w1 += 1
        for i1, s3 in enumerate(t0 * 1):
            m3[-1].mul_(0)
        if t0.max() >= 4:
            t0 += 1
        else:
            m3 = []


def inputs():
    return [
        (torch.tensor([6.0]), 3),
        (torch.tensor([-3.0]), 1),
        (torch.tensor([-3.0]), 2),
        (torch.tensor([]), 2),
    ]


CASES = [case(program, inputs, message=False)]
