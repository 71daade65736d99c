"""53: dead code after `break`, `continue`, `return`, `raise` does not run."""

from language.harness import case
import torch

T = torch.tensor


def after_break(x, n):
    for i in range(n):
        x = x + 1
        if x.sum() > 3:
            break
            x = x * 100
            print("never")
    return x, i


def after_continue(x):
    out = []
    for v in x:
        if v < 0:
            continue
            out.append("never")
        out.append(v)
    return out


def after_return(x):
    if x.sum() > 0:
        return x
        x.fill_(0)
    return -x
    raise ValueError("never")


def break_first(x, n):
    while True:
        break
        undefined_name(n)  # noqa: F821
    while n > 0:
        n -= 1
        x = x + 1
        continue
        x = 0
    return x


CASES = [
    case(after_break, lambda: [(T([1.0]), 5), (T([1.0]), 1)]),
    case(after_continue, lambda: [(T([1.0, -1.0]),), (T([-1.0]),)]),
    case(after_return, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(break_first, lambda: [(T([1.0]), 2), (T([1.0]), 0)]),
]
