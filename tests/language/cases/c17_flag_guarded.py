"""17: a variable guarded by the same flag where it is set and read."""

from language.harness import case
import torch

T = torch.tensor


def in_loop(x, n):
    has = False
    for i in range(n):
        if x[i] > 0:
            has = True
            last = x[i]
        if has:
            x = x + last
    return x


def two_ifs(x, use):
    if use:
        scale = x.max()
    y = x + 1
    if use:
        y = y * scale
    return y


def tensor_flag(x):
    flag = x.sum() > 0
    if flag:
        a, b = x, "yes"
    out = [x]
    if flag:
        out.append(a)
        out.append(b)
    return out


CASES = [
    case(in_loop, lambda: [(T([-1.0, 2.0, 3.0]), 3), (T([-1.0, -2.0]), 2), (T([1.0]), 0)]),
    case(two_ifs, lambda: [(T([1.0, 2.0]), True), (T([1.0, 2.0]), False)]),
    case(tensor_flag, lambda: [(T([1.0]),), (T([-1.0]),)]),
]
