"""59: `while True:` that returns."""

from language.harness import case
import torch

T = torch.tensor


def constant():
    while True:
        return 12


def conditional(x):
    while True:
        x = x - 1
        if x.sum() < 0:
            return x


def counting(n):
    k = 0
    while 1:
        k += 1
        if k * k > n:
            return k


def return_in_else(x):
    while x > 3:
        x = x - 1
        if x == 5:
            break
    else:
        return "else", x
    return "break", x


CASES = [
    case(constant, lambda: [(), ()], straight=True),
    case(conditional, lambda: [(T([3.0]),), (T([-3.0]),)]),
    case(counting, lambda: [(10,), (0,), (10**6,)]),
    case(return_in_else, lambda: [(T(9),), (T(4),), (T(1),)]),
]
