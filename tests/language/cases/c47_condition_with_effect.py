"""47: a condition with a side effect runs exactly trips + 1 times."""

from language.harness import case
import torch

T = torch.tensor


class Limit:
    def __init__(self):
        self.asked = 0

    def more(self, x):
        self.asked += 1
        return x.sum() < 10


def printed(x):
    print("ask", x.sum() < 5)
    return x.sum() < 5


def counted(x):
    limit = Limit()
    while limit.more(x):
        x = x + 3
    return x, limit.asked


def prints(x):
    trips = 0
    while printed(x):
        x = x + 2
        trips += 1
    return x, trips


def pops(x, n):
    left = list(range(n))
    while left and left.pop() > 1:
        x = x * 2
    return x, left


def walrus(x):
    seen = []
    while (s := x.sum()) > 1:
        x = x / 2
        seen.append(s)
    return x, s, seen


CASES = [
    case(counted, lambda: [(T([1.0]),), (T([20.0]),)]),
    case(prints, lambda: [(T([1.0]),), (T([20.0]),)]),
    case(pops, lambda: [(T(1.0), 5), (T(1.0), 0), (T(1.0), 1)]),
    case(walrus, lambda: [(T([8.0]),), (T([0.5]),)]),
]
