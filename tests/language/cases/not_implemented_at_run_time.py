"""Operators of classes that call themselves: which pairs know each other, only run time knows."""

from dataclasses import dataclass

from language.harness import case


@dataclass
class Leaf:
    v: int


@dataclass
class Node:
    left: object
    right: object


def tree(xs):
    if len(xs) == 1:
        return Leaf(xs[0])
    m = len(xs) // 2
    return Node(tree(xs[:m]), tree(xs[m:]))


def generated(xs, ys):
    a, b = tree(xs), tree(ys)
    return a == b, a != b, [a] == [b], "same" if a == b else "other"


class Kids:
    def __init__(self, v, kids):
        self.v = v
        self.kids = kids

    def __eq__(self, other):
        if not isinstance(other, Kids):
            return NotImplemented
        return self.v == other.v and self.kids == other.kids

    def __add__(self, other):
        if isinstance(other, Kids):
            return Kids(self.v + other.v, [a + b for a, b in zip(self.kids, other.kids)])
        if isinstance(other, int):
            return Kids(self.v + other, [k + other for k in self.kids])
        return NotImplemented

    def __repr__(self):
        return f"{self.v}{self.kids}"


def kids(depth):
    return Kids(depth, [kids(depth - 1) for _ in range(depth)])


def own(depth):
    t = kids(depth)
    return t == 3, t != 5, t == kids(depth), t == kids(0), None == t, repr(t + t), repr(t + 1)


def unknown(depth):
    return kids(depth) + "a"


class Link:
    def __init__(self, v, rest):
        self.v = v
        self.rest = rest

    def __lt__(self, other):
        if isinstance(other, Link):
            return self.v < other.v or (self.v == other.v and self.rest < other.rest)
        return NotImplemented

    def __add__(self, other):
        if isinstance(other, Link):
            return self.v + other.v + (self.rest + other.rest)
        return NotImplemented


class End:
    def __gt__(self, other):
        return isinstance(other, Link)

    def __lt__(self, other):
        return False

    def __radd__(self, other):
        return 100

    def __add__(self, other):
        return 1000


def chain(xs):
    rest = End()
    for x in xs:
        rest = Link(x, rest)
    return rest


def reflected(xs, ys):
    return chain(xs) < chain(ys), chain(xs) + chain(ys)


CASES = [
    case(
        generated,
        lambda: [([1, 2], [1, 2, 3]), ([1, 2, 3], [1, 2, 3]), ([1], [1]), ([1], [1, 2]), ([1, 2], [1, 3])],
    ),
    case(own, lambda: [(2,), (0,)]),
    case(unknown, lambda: [(2,), (0,)]),
    case(
        reflected,
        lambda: [([1, 2], [1, 2]), ([2], [1, 2]), ([1, 2], [1]), ([], [1]), ([], []), ([1, 2], [3, 2])],
    ),
]
