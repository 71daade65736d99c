"""39: an attribute created on the first trip and incremented later."""

from language.harness import case
import torch

T = torch.tensor


class Bag:
    pass


def created(x, n):
    tc = Bag()
    for i in range(n):
        if i == 0:
            tc.sub = x
        else:
            tc.sub = tc.sub + i
    return tc.sub


def by_hasattr(x):
    tc = Bag()
    for v in x:
        if hasattr(tc, "total"):
            tc.total += v
        else:
            tc.total = v
    return getattr(tc, "total", "never")


def nested(x, n):
    tc = Bag()
    while n > 0:
        if not hasattr(tc, "sub"):
            tc.sub = Bag()
            tc.sub.count = 0
        tc.sub.count += 1
        x = x + tc.sub.count
        n -= 1
    return x, tc.sub.count


CASES = [
    case(created, lambda: [(T([1.0]), 3), (T([1.0]), 1), (T([1.0]), 0)]),
    case(by_hasattr, lambda: [(T([1.0, 2.0]),), (torch.zeros(0),)]),
    case(nested, lambda: [(T([1.0]), 3), (T([1.0]), 1), (T([1.0]), 0)]),
]
