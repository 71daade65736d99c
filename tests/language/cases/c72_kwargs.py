"""72: `kwargs.pop('y', None)`; updates in a comprehension over zip."""

from language.harness import Call, case
import torch

T = torch.tensor


def options(x, **kwargs):
    y = kwargs.pop("y", None)
    if y is not None:
        x = x + y
    return x, sorted(kwargs)


def forwarded(x, *args, **kwargs):
    return inner(x, *args, **kwargs)


def inner(x, scale=1.0, *, shift=0):
    return x * scale + shift


def from_zip(x, names):
    d = {"base": x}
    d.update({k: v * 2 for k, v in zip(names, x)})
    return d


CASES = [
    case(options, lambda: [(T([1.0]),), Call(T([1.0]), y=2), Call(T([1.0]), z=2, w=3)]),
    case(forwarded, lambda: [(T([1.0]),), (T([1.0]), 2.0), Call(T([1.0]), shift=3)], straight=True),
    case(from_zip, lambda: [(T([1.0, 2.0]), ["a", "b"]), (T([1.0, 2.0]), ["a"])]),
]
