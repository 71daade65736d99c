"""65: append in a loop, then stack, concatenate, index."""

from language.harness import case
import torch

T = torch.tensor


def stacked(x, n):
    out = []
    for i in range(n):
        out.append(x * i)
    return torch.stack(out) if out else x


def concatenated(x):
    parts = []
    while x.sum() > 0:
        parts.append(x.reshape(1, -1))
        x = x - 1
    if not parts:
        return None
    return torch.cat(parts, 0), len(parts)


def indexed(x, n):
    out = []
    for v in x:
        out.append(v * 2)
    return out[n], out[-1], out[1:]


CASES = [
    case(stacked, lambda: [(T([1.0, 2.0]), 3), (T([1.0]), 0)]),
    case(concatenated, lambda: [(T([1.0, 2.0]),), (T([-1.0]),)]),
    case(indexed, lambda: [(T([1.0, 2.0, 3.0]), 1), (T([1.0]), 1), (T([1.0, 2.0]), -2)]),
]
