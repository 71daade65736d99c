"""Subclasses of built-in types that define some operators: which method Python asks first."""

import enum
import functools

from language.harness import case


class Less(int):
    def __lt__(self, other):
        return "less"


class Inherits(Less):
    def __gt__(self, other):
        return NotImplemented


class Real(float):
    def __lt__(self, other):
        return "real"

    def __rsub__(self, other):
        return "real -"


class Taken(int):
    def __rsub__(self, other):
        return "taken"


class Unknown(int):
    def __sub__(self, other):
        return NotImplemented


class Text(str):
    def __lt__(self, other):
        return "text"

    def __radd__(self, other):
        return "added"


class Row(tuple):
    def __lt__(self, other):
        return "row"

    def __radd__(self, other):
        return "row +"


@functools.total_ordering
class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2

    def __lt__(self, other):
        return "level"


class Other:
    def __gt__(self, other):
        return "other"

    def __radd__(self, other):
        return "other +"

    def __rsub__(self, other):
        return "other -"


def made(kind, i):
    if kind == 0:
        return Less(i)
    if kind == 1:
        return Inherits(i)
    if kind == 2:
        return Real(i)
    if kind == 3:
        return Taken(i)
    if kind == 4:
        return Unknown(i)
    if kind == 5:
        return Level.LOW
    if kind == 6:
        return True
    if kind == 7:
        return i + 0.5
    if kind == 8:
        return Text("a")
    if kind == 9:
        return Row((i,))
    if kind == 10:
        return (i,)
    if kind == 11:
        return Other()
    return i


def attempted(run):
    try:
        return run()
    except TypeError:
        return "TypeError"


def asked(a, b):
    return [
        attempted(run)
        for run in (
            lambda: a < b,
            lambda: a > b,
            lambda: a <= b,
            lambda: a == b,
            lambda: a - b,
            lambda: a + b,
        )
    ]


def all_pairs(i, j):
    return [asked(made(a, i), made(b, j)) for a in range(13) for b in range(13)]


CASES = [case(all_pairs, lambda: [(1, 2), (2, 1)], straight=True)]
