"""A list that grows while a loop walks over it, and becomes an object of run time meanwhile."""

import torch
from language.harness import case


def program(t0, l0):
    for i1 in l0:
        try:
            l0.extend(l0[:2])
            del l0[7:]
        except (LookupError,) as e:
            pass
    return l0


def inputs():
    return [(torch.tensor([1]), [1]), (torch.tensor([1]), [1, 2, 3])]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
