"""8: `return None` versus `return x, y`."""

from language.harness import case
import torch

T = torch.tensor


def explicit(x, y):
    if x.sum() > y.sum():
        return None
    return x, y


def bare_return(x):
    if (x < 0).all():
        return
    return x, [x + 1]


def fall_off(x):
    if x > 0:
        return {"x": x}


def unpacked_by_caller(x, y):
    found = explicit(x, y)
    if found is None:
        return "nothing"
    a, b = found
    return a - b


CASES = [
    case(explicit, lambda: [(T([2.0]), T([1.0])), (T([1.0]), T([2.0]))]),
    case(bare_return, lambda: [(T([-1.0]),), (T([1.0]),)]),
    case(fall_off, lambda: [(T(1.0),), (T(-1.0),)]),
    case(unpacked_by_caller, lambda: [(T([2.0]), T([1.0])), (T([1.0]), T([2.0]))]),
]
