"""match: what a pattern binds and when, which classes it takes for sequences and mappings, its errors."""

import collections
import collections.abc

from language.harness import case


def binds_as_a_whole(value):
    match value:
        case [a, 1]:
            return "one", a
        case [a, b] if b > 5:
            return "big", a, b
        case {"k": [c, *_], **rest}:
            return c, rest
    try:
        return a
    except UnboundLocalError as e:
        return str(e)


def of_either(k, text):
    match (k, text):
        case (0, word) | (word, 0):
            return word
        case (1 as n, str() as word) | (n, [word, *_]):
            return n, word
    return None


def made(n):
    if n > 2:
        return n, n + 1
    if n > 1:
        return [n, (n,)]
    return {"n": [n]} if n else None


def of_several_kinds(n):
    match made(n):
        case None:
            return "none"
        case (_, int(j)):
            return "pair", j
        case {"n": [j]}:
            return "dict", j
        case [j, (_,)]:
            return "list", j


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x):
        self.x = x


class Number(int):
    pass


def of_classes(value, y):
    found = []
    point = Point(value)
    if y:
        point.y = y
    for subject in (value, point, {"a": value}, Number(3), (value, y)):
        match subject:
            case Point(x, y=z):
                found.append((x, z))
            case Point(1):
                found.append("one")
            case Point(x):
                found.append(x)
            case bool(b):
                found.append(("bool", b))
            case int(i) | float(i):
                found.append(("number", int(i)))
            case str(s):
                found.append(("str", s))
            case dict(d):
                found.append(d)
            case tuple((a, b)):
                found.append((a, b))
    return found


class Broken:
    __match_args__ = "x"


class Numbered:
    __match_args__ = (1,)


class Twice:
    __match_args__ = ("x", "x")


def errors(which):
    try:
        match [Point(1), 2, Broken(), Numbered(), Twice(), Point(1), 3][which]:
            case Broken(x):
                return x
            case Numbered(x):
                return x
            case Twice(x, y):
                return x, y
            case int(1, 2):
                return 1
            case Point(1, x=1):
                return 2
            case Point(1, 2, 3):
                return 3
    except TypeError as e:
        return str(e)


def not_a_class(value):
    kind = 5 if value else int
    try:
        match value:
            case kind():
                return "an int"
    except TypeError as e:
        return str(e)


class Lines(collections.abc.Sequence):
    def __init__(self, n):
        self.n, self.asked = n, []

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        self.asked.append(i)
        if i >= self.n:
            raise IndexError
        return i * 10


def sequences(n):
    lines = Lines(n)
    found = []
    for subject in (lines, range(n), collections.deque([n, 1]), collections.UserList([n]), "ab"):
        match subject:
            case []:
                found.append("empty")
            case [first, *_, last]:
                found.append((first, last))
            case [*all]:
                found.append(all)
            case _:
                found.append("none")
    return found, lines.asked


def mappings(d):
    found = []
    counted = collections.defaultdict(int, d)
    for subject in (d, counted, collections.UserDict(d), collections.ChainMap(d)):
        match subject:
            case {"a": 1, "b": b, **rest}:
                found.append((b, rest))
            case {"a": x, "missing": 1}:
                found.append("missing")
            case {"a": x}:
                found.append(x)
            case {}:
                found.append("any")
    return found, len(counted)


CASES = [
    case(binds_as_a_whole, lambda: [([1, 1],), ([1, 9],), ([1, 2],), ({"k": [1, 2], "z": 0},)]),
    case(of_either, lambda: [(0, "a"), (1, "b"), (3, ["c", 1]), (4, "d")]),
    case(of_several_kinds, lambda: [(3,), (2,), (1,), (0,)]),
    case(of_classes, lambda: [(1, 0), (0, 2), ("s", 0), (2.0, 1), (True, 0)]),
    case(errors, lambda: [(0,), (1,), (2,), (3,), (4,)]),
    case(not_a_class, lambda: [(0,), (1,)]),
    case(sequences, lambda: [(3,), (1,), (0,)]),
    case(mappings, lambda: [({"a": 1, "b": 2},), ({},), ({"a": 5},)]),
]
