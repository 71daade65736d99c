"""A property that raises AttributeError in a class with __getattr__."""

import torch
from language.harness import case

T = torch.tensor


class Both:
    def __init__(self, x):
        self.x = x

    @property
    def always(self):
        raise AttributeError("none")

    @property
    def sometimes(self):
        if self.x.sum() > 0:
            raise AttributeError("not now")
        return "own"

    @property
    def through(self):
        return self.other

    def __getattr__(self, name):
        if name == "refused":
            raise AttributeError("never")
        return "got " + name


class Alone:
    @property
    def always(self):
        raise AttributeError("none")


def read(x):
    b = Both(x)
    return b.always, b.sometimes, b.through, hasattr(b, "always"), getattr(b, "always", 1), b.x


def without(n):
    a = Alone()
    try:
        return a.always
    except AttributeError as e:
        return str(e), getattr(a, "always", n)


CASES = [
    case(read, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(without, lambda: [(1,), (2,)], straight=True),
]
