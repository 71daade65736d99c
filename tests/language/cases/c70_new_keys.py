"""70: new dict keys in a tensor loop."""

from language.harness import case
import torch

T = torch.tensor


def numbered(x):
    d = {}
    for i, v in enumerate(x):
        d[i] = v
    return d


def until(x):
    d = {"start": x}
    n = 0
    while x.sum() < 10:
        x = x * 2
        d[f"step{n}"] = x
        n += 1
    return d, list(d)


def counted(x):
    d = {}
    for v in x.tolist():
        d[v] = d.get(v, 0) + 1
    return d, len(d), max(d.values()) if d else None


CASES = [
    case(numbered, lambda: [(T([1.0, 2.0]),), (torch.zeros(0),)]),
    case(until, lambda: [(T([1.0, 2.0]),), (T([11.0]),)]),
    case(counted, lambda: [(T([1, 2, 1]),), (torch.zeros(0, dtype=torch.int64),)]),
]
