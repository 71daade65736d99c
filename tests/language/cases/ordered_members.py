"""Members of enums whose class defines an order are sorted by it."""

import enum
import functools

from language.harness import case


class Ordered(enum.Enum):
    LOW = 1
    MIDDLE = 5
    HIGH = 2

    def __lt__(self, other):
        return self.value < other.value


@functools.total_ordering
class Total(enum.Enum):
    LOW = 1
    HIGH = 2

    def __lt__(self, other):
        return self.value < other.value


def member(k):
    if k == 1:
        return Ordered.LOW
    return Ordered.HIGH if k == 2 else Ordered.MIDDLE


def members(ks):
    return [member(k) for k in ks]


def plain(ks):
    xs = members(ks)
    return [x.name for x in sorted(xs)], [x.name for x in sorted(xs, reverse=True)]


def in_place(ks):
    xs = members(ks)
    xs.sort()
    return [x.name for x in xs]


def by_key(ks):
    xs = members(ks)
    last = max(xs).name if xs else None
    return sorted(ks, key=member), [x.name for x in sorted(xs, key=lambda x: (x, 1))], last


def in_tuples(ks):
    return [(x.name, k) for x, k in sorted([(member(k), -k) for k in ks])]


def total(ks):
    xs = [Total.HIGH if k > 1 else Total.LOW for k in ks]
    return [
        [x.name for x in each]
        for each in (sorted(xs), sorted(Total), sorted([Total.HIGH, Total.LOW]))
    ]


CALLS = [([2, 1, 5, 1],), ([1],), ([],), ([5, 2],)]
CASES = [case(f, lambda: CALLS) for f in (plain, in_place, by_key, in_tuples, total)]
