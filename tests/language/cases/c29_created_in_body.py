"""29: a variable created only in the loop's body, used after it."""

from language.harness import case
import torch

T = torch.tensor


def tensor(x, n):
    for i in range(n):
        y = x * i
    return y


def several(x, n):
    while n > 0:
        a = x + n
        b = (a, n)
        n -= 1
    return a, b


def container(x):
    for v in x:
        if v > 0:
            found = {"v": v}
    return found


CASES = [
    case(tensor, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(several, lambda: [(T([1.0]), 2), (T([1.0]), 0)]),
    case(container, lambda: [(T([1.0, -1.0]),), (T([-1.0, -1.0]),), (torch.zeros(0),)]),
]
