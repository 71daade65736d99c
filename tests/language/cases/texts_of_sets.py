"""Texts of sets that run time fills with objects that have a text of their own: also of empty ones, and frozen."""

import enum
import typing

from language.harness import case


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Pair(typing.NamedTuple):
    first: int
    second: object


def members(names):
    s = {Kind(name) for name in names}
    t = s & {Kind.A}
    return (
        str(s),
        str(t),
        str(s - s),
        f"{s | t}",
        str(frozenset(s)),
        repr([s]),
        str({"k": frozenset(s)}),
    )


def pairs(numbers):
    s = {Pair(n, None) for n in numbers}
    return str(s), str(frozenset(s)), f"{(s,)}", s == set()


CASES = [
    case(members, lambda: [(["a"],), ([],), (["a", "a"],)]),
    case(pairs, lambda: [([1],), ([],)]),
]
