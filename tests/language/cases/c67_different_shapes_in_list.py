"""67: branches append different shapes, then `a.pop(1)`."""

from language.harness import case
import torch

T = torch.tensor


def popped(x):
    a = [x]
    if x.sum() > 0:
        a.append(torch.cat([x, x]))
        a.append(x.unsqueeze(0))
    else:
        a.append(x[:1])
    b = a.pop(1)
    return a, b


def mixed(x, n):
    a = []
    for i in range(n):
        if x[i] > 0:
            a.append(x[: i + 1])
        else:
            a.append(x[i])
    return a


CASES = [
    case(popped, lambda: [(T([1.0, 2.0]),), (T([-1.0, -2.0]),)]),
    case(mixed, lambda: [(T([1.0, -2.0, 3.0]), 3), (T([1.0]), 0)]),
]
