"""40: `d[k]` where `k` is assigned inside the loop."""

from language.harness import case
import torch

T = torch.tensor


def alternating(x, n):
    d = {"a": x, "b": x * 2}
    k = "a"
    for i in range(n):
        d[k] = d[k] + i
        k = "b" if k == "a" else "a"
    return d


def int_keys(x):
    d = {}
    for i in range(x.shape[0]):
        k = i % 3
        if k in d:
            d[k] = d[k] + x[i]
        else:
            d[k] = x[i]
    return d


def key_from_value(x):
    counts = {"pos": 0, "neg": 0}
    for v in x:
        key = "pos" if v > 0 else "neg"
        counts[key] += 1
    return counts["pos"], counts["neg"], list(counts)


def missing(x, n):
    d = {0: x, 1: x + 1}
    out = []
    for i in range(n):
        k = i
        out.append(d[k])
    return out


CASES = [
    case(alternating, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(int_keys, lambda: [(torch.arange(7.0),), (T([1.0]),)]),
    case(key_from_value, lambda: [(T([1.0, -1.0, 2.0]),), (T([-1.0]),)]),
    case(missing, lambda: [(T([1.0]), 2), (T([1.0]), 3)]),
]
