"""Sorting what has no total order: NaN, sets, a `__lt__` of the user's. Each comparison decides."""

import functools

from language.harness import case

NAN = float("nan")


def plain(xs):
    return sorted(xs), sorted(xs, reverse=True)


def by_a_key(xs):
    xs.sort(key=lambda x: (x, 1))
    return xs


def sets(xs):
    return sorted([set(range(int(x) % 4)) if x == x else {9} for x in xs])


class Kept:
    def __init__(self, value, seen):
        self.value = value
        self.seen = seen

    def __lt__(self, other):
        self.seen.append((self.value, other.value))
        return self.value < other.value


def comparisons(xs):
    seen = []
    return [kept.value for kept in sorted([Kept(x, seen) for x in xs])], seen


def of_a_comparison(xs):
    def compare(a, b):
        return -1 if a < b else 1 if a > b else 0

    return sorted(xs, key=functools.cmp_to_key(compare))


def constants(flag):
    return sorted([3.0, NAN, 1.0, 0.5, 2.0]), sorted([5, 4, 4, 3], reverse=flag), sorted([2, 3, 1])


LISTS = (
    [],
    [2.0],
    [0.5, 1.0, 3.0, NAN, 3.0, 0.5, 2.0, 0.5],
    [5.0, 4.0, 3.0, NAN, 1.0],
    [NAN, 2.0, NAN, 1.0, 7.0, 0.0, NAN],
    [float(i * 37 % 41) if i % 5 else NAN for i in range(63)],
)


def lists():
    return [(list(xs),) for xs in LISTS]


CASES = [
    *[
        case(fn, lists, straight=True)
        for fn in (plain, by_a_key, sets, comparisons, of_a_comparison)
    ],
    case(constants, lambda: [(True,), (False,)], straight=True),
]
