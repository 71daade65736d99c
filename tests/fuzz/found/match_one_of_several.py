"""A match on a value that is one of several at run time."""

import torch
from language.harness import case


def shaped(t, n):
    if n > 3:
        return t
    if n > 1:
        return t, n
    if n == 1:
        return {"t": t, "n": [n]}
    if n < -1:
        return None
    return [n, (t,)]


def program(t, n):
    match shaped(t, n):
        case None:
            i0 = 1
        case [_, int(j1)]:
            i0 = j1
        case {"n": [j1]}:
            i0 = j1 + 10
        case [j1, (_,)]:
            i0 = j1 + 20
        case torch.Tensor():
            i0 = 30
        case _:
            i0 = -9
    return i0


def inputs():
    return [(torch.tensor([1]), i) for i in range(-3, 6)]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
