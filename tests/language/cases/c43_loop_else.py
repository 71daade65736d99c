"""43: while/else and for/else, with and without break."""

from language.harness import case
import torch

T = torch.tensor


def for_else(x, n):
    for i in range(n):
        if x[i] > 2:
            where = "break"
            break
    else:
        where = "else"
    return where, i


def while_else(x):
    n = 0
    while x.sum() < 10:
        x = x + 1
        n += 1
        if n == 4:
            break
    else:
        x = x * 100
    return x, n


def tensor_for_else(x):
    for v in x:
        if v == 0:
            break
        if v < 0:
            continue
        last = v
    else:
        return "no zero"
    return last


def nested_else(x):
    out = []
    for i in range(2, 8):
        for j in range(2, i):
            if i % j == 0:
                break
        else:
            out.append(x * i)
    return out


CASES = [
    case(for_else, lambda: [(T([1.0, 3.0]), 2), (T([1.0, 2.0]), 2)]),
    case(while_else, lambda: [(T([8.0]),), (T([1.0]),), (T([20.0]),)]),
    case(tensor_for_else, lambda: [(T([1, -1, 0, 3]),), (T([1, 2]),), (T([0]),), (T([-1, 0]),)]),
    case(nested_else, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
]
