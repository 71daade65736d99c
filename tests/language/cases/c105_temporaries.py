"""105: what a trip of a loop leaves behind and nobody reads any more."""

from language.harness import case
import torch

T = torch.tensor


class Acc:
    def __init__(self, n):
        self.n = n
        self.last = None

    def take(self, v):
        self.n += 1
        self.last = v
        return self.n


def objects(x, n):
    total = 0
    for i in range(n):
        if x.sum() > i:
            acc = Acc(i)
            if i > 1:
                acc.take(x)
            total += acc.n
            kind = "acc" if acc.last is None else x
        else:
            kind = [total]
        x = x - 1 if isinstance(kind, str) else x + 1
    return total, x


def read_late(x, n):
    while n > 0:
        if x.sum() > n:
            last = n
        n -= 1
    return last


def in_finally(x, n):
    for i in range(n):
        try:
            part = x / i if i else i
            if x.sum() > 3:
                continue
        finally:
            x = x + (part if i else 1)
    return x


def after_break(x, n):
    for i in range(n):
        found = x * i
        if found.sum() > 4:
            break
    else:
        return None
    return found


CALLS = [(T([1.0]), 4), (T([5.0]), 3), (T([-1.0]), 2), (T([9.0]), 1)]
CASES = [
    case(objects, lambda: CALLS),
    case(read_late, lambda: CALLS),
    case(in_finally, lambda: CALLS),
    case(after_break, lambda: CALLS),
]
