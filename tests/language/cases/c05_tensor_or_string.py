"""5: a tensor in one branch, a string in the other."""

from language.harness import case
import torch

T = torch.tensor


def value_or_text(x):
    if x > 0:
        r = x * 2
    else:
        r = "negative"
    return r


def label(x):
    kind = x
    if x.sum() > 3:
        kind = "big"
    elif x.sum() > 0:
        kind = 1.5
    return [kind, x]


def tested_afterwards(x):
    r = "none" if x < 0 else x
    if isinstance(r, str):
        return r + "!"
    return r + 1


def printed(x):
    if x > 1:
        r = "text"
    else:
        r = x
    print(r)
    return x


CASES = [
    case(value_or_text, lambda: [(T(1.0),), (T(-1.0),)]),
    case(label, lambda: [(T([4.0]),), (T([1.0]),), (T([-1.0]),)]),
    case(tested_afterwards, lambda: [(T(1.0),), (T(-1.0),)]),
    case(printed, lambda: [(T(2.0),), (T(0.5),)]),
]
