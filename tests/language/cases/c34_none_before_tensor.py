"""34: None before the loop, a Tensor after one trip."""

from language.harness import case
import torch

T = torch.tensor


def cache(x, n):
    kept = None
    for i in range(n):
        if kept is None:
            kept = x
        else:
            kept = kept + x * i
    return kept


def best(x):
    top = None
    for v in x:
        if top is None or v > top:
            top = v
    return top


def concatenated(x, n):
    past = None
    while n > 0:
        past = x if past is None else torch.cat([past, x])
        n -= 1
    if past is None:
        return "empty"
    return past, past.shape[0]


class Cached:
    def __init__(self):
        self.k = None

    def push(self, x):
        self.k = x if self.k is None else torch.cat((self.k, x), dim=0)
        return self.k


def in_object(x, n):
    c = Cached()
    for _ in range(n):
        c.push(x)
    return c.k


CASES = [
    case(cache, lambda: [(T([1.0]), 3), (T([1.0]), 1), (T([1.0]), 0)]),
    case(best, lambda: [(T([1.0, 3.0, 2.0]),), (torch.zeros(0),), (T([2.0, 1.0]),)]),
    case(concatenated, lambda: [(T([1.0, 2.0]), 3), (T([1.0]), 0)]),
    case(in_object, lambda: [(T([1.0, 2.0]), 3), (T([1.0]), 0)]),
]
