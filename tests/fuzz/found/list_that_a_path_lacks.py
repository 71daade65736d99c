"""A path that returns early has no list, and no tensor to fill it with."""

import torch

from language.harness import case


def program(t0, f0, n):
    if n > 2:
        return f0
    for i, s in enumerate(t0 * 1):
        if s > 1:
            return [s, {"i": t0 + i}]
        if s < -1:
            return {"s": [s]}


def inputs():
    return [
        (torch.tensor([0.0, 3.0]), 1.5, 3),
        (torch.tensor([0.0, 3.0]), 1.5, 1),
        (torch.tensor([0.0, -3.0]), 1.5, 1),
        (torch.tensor([0.0, 1.0]), 1.5, 1),
    ]


CASES = [case(program, inputs, tolerance=0.0)]
