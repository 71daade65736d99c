"""Objects that are keys of a dict of the caller: their attributes are read when the program runs."""

from language.harness import case


class Node:
    def __init__(self, n):
        self.n = n


FIRST, SECOND = Node(1), Node(2)


def attributes(d):
    first, *rest = d
    return first.n, [k.n for k in d], [(k.n, v) for k, v in d.items()], len(rest)


def written(d):
    for k in d:
        k.n += d[k]
    return max(d, key=lambda k: k.n).n


OPTIONS = {"artifact": False, "straight": True}
CASES = [
    case(
        attributes, lambda: [({FIRST: 1, SECOND: 2},), ({SECOND: 1},), ({Node(5): 3},)], **OPTIONS
    ),
    case(written, lambda: [({FIRST: 1, SECOND: 2},), ({FIRST: 5, SECOND: 2},)], **OPTIONS),
]
