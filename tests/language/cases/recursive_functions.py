"""Functions that call themselves on conditions of run time: trees, closures, methods, exceptions."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def mutual(x, n):
    return even(n), odd(n), x


def collecting(x, n):
    found = []

    def go(k):
        if k <= 0:
            return 0
        found.append(x * k)
        return 1 + go(k - 1)

    return go(n), found


class Tree:
    def __init__(self, value, left, right):
        self.value, self.left, self.right = value, left, right

    def total(self):
        t = self.value
        if self.left is not None:
            t = t + self.left.total()
        if self.right is not None:
            t = t + self.right.total()
        return t


def build(x, n):
    if n == 0:
        return None
    return Tree(x * n, build(x, n - 1), build(x, n - 1))


def tree(x, n):
    t = build(x, n)
    return t.total() if t is not None else None


class Repeated(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(T([2.0, 3.0]), requires_grad=False)

    def forward(self, x, n):
        return self.go(x, n)

    def go(self, x, n):
        if n == 0:
            return x
        return self.go(x * self.weight, n - 1)


def endless(x, n):
    return endless(x, n + 1) + 1


def too_deep(x, n):
    try:
        return endless(x, n)
    except RecursionError:
        return "deep", x


def fails(x, n):
    if n <= 0:
        raise ValueError("bottom")
    return fails(x, n - 1)


def hanoi(x, n):
    moves = []

    def move(k, a, b, c):
        if k == 0:
            return
        move(k - 1, a, c, b)
        moves.append((a, c))
        move(k - 1, b, a, c)

    move(n, "A", "B", "C")
    return moves, x


def calls():
    return [(T([1.0, 2.0]), 2), (T([1.0, 2.0]), 0), (T([1.0, 2.0]), 4)]


CASES = [
    case(mutual, calls),
    case(collecting, calls),
    case(tree, calls),
    case(Repeated(), calls, name="module"),
    case(too_deep, calls, straight=True),
    case(fails, calls, straight=True),
    case(hanoi, calls),
]
