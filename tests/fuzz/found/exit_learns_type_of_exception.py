"""What __exit__ is told of an exception that only run time knows."""

import torch
from language.harness import case


class Guarded:
    def __enter__(self):
        return 1

    def __exit__(self, kind, error, trace):
        print(
            kind is None,
            kind.__name__ if kind else "-",
            error,
            kind is KeyError,
            kind == IndexError,
            isinstance(error, LookupError),
        )
        return kind in (IndexError, ValueError)


def program(t0, i1, l0):
    for k in t0 + 0:
        l0.append(3)
    with Guarded() as i3:
        if i1 == 3:
            raise KeyError("k")
        if i1 == 13:
            raise ValueError(i1)
        l0[i1] = 2
    return l0


def inputs():
    return [(torch.tensor([4.0, 1.0, 5.0, 3.0]), i, [4, 5]) for i in (1, 3, 13, 23)]


CASES = [case(program, inputs, straight=True, artifact=False, tolerance=0.0)]
