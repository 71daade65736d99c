"""30: `if i > 1: s = a` before `a = 1` in the same body."""

from language.harness import case
import torch

T = torch.tensor


def basic(x, n):
    s = 0
    for i in range(n):
        if i > 1:
            s = a
        a = x * i
    return s


def raises_when_first(x, n):
    s = 0
    for i in range(n):
        if x[i] > 0:
            s = s + prev
        prev = x[i]
    return s


def kinds(x):
    i = 0
    out = []
    while i < 3:
        if i > 0:
            out.append(a)
        a = "text" if x[i] > 0 else i
        i += 1
    return out


CASES = [
    case(basic, lambda: [(T(2.0), 5), (T(2.0), 2), (T(2.0), 0)]),
    case(raises_when_first, lambda: [(T([-1.0, 2.0, 3.0]), 3), (T([1.0, 2.0]), 2)]),
    case(kinds, lambda: [(T([1, -1, 1]),), (T([-1, -1, -1]),)]),
]
