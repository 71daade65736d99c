"""Objects that are keys of a dict of the caller: their attributes are read when the program runs."""

import enum

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


class Name(enum.StrEnum):
    A = "a"
    B = "b"


class Mixed(str, enum.Enum):
    A = "a"


class Number(enum.IntEnum):
    A = 1
    B = 2


def members(d):
    out = [(str(k), f"{k}", k == "a", k == 1, k.name, d[k]) for k in d]
    for k, v in d.items():
        out.append((k + k, v, {"a": 1, 1: 2}.get(k)))
    return out, sorted(d, reverse=True), list(d)[0] < list(d)[-1]


OPTIONS = {"artifact": False, "straight": True}
CASES = [
    case(
        attributes, lambda: [({FIRST: 1, SECOND: 2},), ({SECOND: 1},), ({Node(5): 3},)], **OPTIONS
    ),
    case(
        members,
        lambda: [({Name.A: 1, Name.B: 2},), ({Mixed.A: 1},), ({Number.A: 5, Number.B: 3},)],
        **OPTIONS,
    ),
    case(written, lambda: [({FIRST: 1, SECOND: 2},), ({FIRST: 5, SECOND: 2},)], **OPTIONS),
]
