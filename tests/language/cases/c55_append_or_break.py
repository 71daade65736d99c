"""55: append or break, then read `lst[-1]`: nothing is read after the break."""

from language.harness import case
import torch

T = torch.tensor


def running(x):
    lst = [x[0]]
    for i in range(1, x.shape[0]):
        if x[i] > 0:
            lst.append(lst[-1] + x[i])
        else:
            break
        print(lst[-1] > 5)
    return lst


def empty_read(x):
    lst = []
    for v in x:
        if v > 0:
            lst.append(v)
        else:
            break
        last = lst[-1]
    return lst, last


def pop_until(x, n):
    stack = [x * i for i in range(n)]
    while True:
        if len(stack) == 0:
            break
        top = stack.pop()
        if top.sum() > 3:
            continue
        x = x + top
    return x


CASES = [
    case(running, lambda: [(T([1.0, 2.0, 3.0]),), (T([1.0, -2.0, 3.0]),), (T([1.0]),)]),
    case(empty_read, lambda: [(T([1.0, 2.0]),), (T([-1.0, 2.0]),)]),
    case(pop_until, lambda: [(T([1.0]), 6), (T([1.0]), 0)]),
]
