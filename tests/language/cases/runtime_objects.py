"""Instances and functions that are known only at run time: in containers, in chains, in loops."""

from language.harness import case
import torch

T = torch.tensor


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.following = following

    def doubled(self):
        return self.value * 2


class Counter:
    count = 10

    def __init__(self, n):
        self.n = n
        self.last = None

    def take(self, value):
        self.n = (self.n + 1) % 50
        self.last = value
        return self.n


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x

    def __lt__(self, other):
        return self.x < other.x

    def __repr__(self):
        return f"<{self.x}>"


def listed(x, n):
    nodes = []
    for i in range(n):
        nodes.append(Node(x + i, i))
    total = x * 0
    for node in nodes:
        total = total + node.doubled()
        node.value = node.value + 1
    return total, [node.following for node in nodes], nodes[0].value if nodes else None


def returned(x, n):
    nodes = []
    for i in range(n):
        nodes.append(Node(x + i, nodes[-1] if nodes else None))
    return nodes


def chained(x, n):
    node = None
    for i in range(n):
        node = Node(x + i, node)
    total, length = x * 0, 0
    while node is not None:
        total = total + node.value
        length += 1
        node = node.following
    return total, length


def updated(x, n):
    c = Counter(3)
    for i in range(n):
        if x.sum() > i:
            c.take(x * i)
    return c.n, c.last, c.count


def identities(x, n):
    a = Node(x)
    nodes = [a]
    for _ in range(n):
        nodes.append(Node(x))
    return nodes[0] is a, nodes[-1] is a, a in nodes, nodes.index(a), nodes[0] == a, len(nodes)


def mixed(x, n):
    objects = []
    for i in range(n):
        if i % 2 == 0:
            objects.append(Node(x))
        else:
            objects.append(Counter(i))
    return [o.value if isinstance(o, Node) else o.n for o in objects]


def compared(x, n):
    points = []
    for i in range(n):
        points.append(Point((i * 7) % 5))
    first = sorted(points)[0].x if points else None
    return Point(2) in points, points.count(Point(0)), str(points), first, x


def methods(x, n):
    bound = []
    for i in range(n):
        bound.append(Node(x + i).doubled)
    return [m() for m in bound]


def counters(x, n):
    def make():
        c = 0

        def increment():
            nonlocal c
            c += 1
            return c

        return increment

    fs = [make() for _ in range(n)]
    out = []
    for f in fs:
        out.append(f())
        out.append(f())
    return out, x


def calls():
    return [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0), (T([5.0, 2.0]), 1)]


CASES = [
    case(listed, calls),
    case(returned, calls),
    case(chained, calls),
    case(updated, calls),
    case(identities, calls),
    case(mixed, calls),
    case(compared, calls),
    case(methods, calls),
    case(counters, calls),
]
