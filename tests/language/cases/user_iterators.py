"""Objects with __iter__ and __next__ of the user's."""

from language.harness import case
import torch

T = torch.tensor


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Bag:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


class Wrong:
    def __iter__(self):
        return 3


def listed(x, n):
    return [x * i for i in Countdown(n)], sum(Countdown(n)), max(Countdown(n), default=-1)


def looped(x, n):
    out = []
    for v in Countdown(n):
        if v == 1:
            continue
        out.append(v)
    return out, list(zip(Countdown(3), Countdown(n))), next(Countdown(n), "none")


def held(x, n):
    bag = Bag(x, n, "s")
    first, *rest = bag
    return first, rest, [type(v).__name__ for v in bag], n in bag


def wrong(x, n):
    if n > 2:
        for v in Wrong():
            x = x + v
    return x


CASES = [
    case(listed, lambda: [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0)]),
    case(looped, lambda: [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0)]),
    case(held, lambda: [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0)], straight=True),
    case(wrong, lambda: [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0)]),
]
