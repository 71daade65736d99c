"""Results that are instances with attributes that only some paths set."""

import types

import torch
from language.harness import case

T = torch.tensor


class Box:
    pass


def flagged(n):
    o = Box()
    if n:
        o.extra = 1
    return o


def of_tensors(x):
    o = Box()
    o.first = 1
    if x.sum() > 0:
        o.extra = x
    o.last = 2
    return o, [o]


def of_a_loop(n):
    o = Box()
    for i in range(n):
        o.last = i
    return {"o": o}


def removed(n):
    o = types.SimpleNamespace(a=1, b=n)
    if n > 1:
        del o.a
    return o


CASES = [
    case(flagged, lambda: [(0,), (1,)]),
    case(of_tensors, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(of_a_loop, lambda: [(0,), (2,)]),
    case(removed, lambda: [(1,), (2,)]),
]
