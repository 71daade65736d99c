"""Slice of a list of run time is set to values that are known."""

import torch

from language.harness import case


def program(t0, n):
    items = []
    for i in range(n):
        items.append(i)
    items[1:2] = [7, t0.sum()]
    items[::2] = [9] * len(items[::2])
    items[-1:] = []
    return items


def inputs():
    return [(torch.tensor([1.0, 2.0]), 3), (torch.tensor([1.0, 2.0]), 0)]


CASES = [case(program, inputs, tolerance=0.0)]
