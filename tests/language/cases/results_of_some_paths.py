"""Results that only some paths have, and that hold views: nothing of them is read on the other paths."""

from language.harness import case
import numpy as np
import torch


class Box:
    def __init__(self, value):
        self.value = value


class Failure(Exception):
    pass


def objects(x):
    if x.sum() > 0:
        return Box((x * 2)[0])
    return 1


def in_lists(x):
    made = Box((x * 2).unsqueeze(0).T) if x.sum() > 0 else "none"
    return [made], made


def arrays(x):
    v = np.array([1.0, 2.0])
    try:
        if x.sum() > 0:
            raise Failure(x)
        return v @ v
    except Failure:
        return "none"


def errors(x):
    found = Failure((x * 2)[:1]) if x.sum() > 0 else None
    return found


def functions(x):
    if x.sum() > 0:
        row = (x * 2).unsqueeze(0)[:, :1]
        return [lambda: row][0]()
    return None


INPUTS = [(torch.ones(3),), (-torch.ones(3),)]
CASES = [
    case(objects, lambda: INPUTS),
    case(in_lists, lambda: INPUTS),
    case(arrays, lambda: INPUTS, artifact=False),
    case(errors, lambda: INPUTS, artifact=False),
    case(functions, lambda: INPUTS),
]
