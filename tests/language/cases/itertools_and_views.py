"""itertools, views of dicts as sets, in-place operators of sets, functools.wraps."""

import functools
import itertools
import math

from language.harness import case
import torch

T = torch.tensor


def finite(x, n):
    return (
        list(itertools.chain([1], range(n))),
        list(itertools.product([1, 2], [3, 4])),
        list(itertools.accumulate([1, 2, n])),
        list(itertools.islice(range(10), 2, 5)),
        list(itertools.zip_longest([1], [2, n])),
        list(itertools.combinations(range(3), 2)),
        list(itertools.permutations([1, n])),
        [(k, list(v)) for k, v in itertools.groupby([1, 1, n])],
        list(itertools.starmap(lambda a, b: a * b, [(1, n)])),
        list(itertools.pairwise([1, 2, n])),
        math.prod([1, 2, n]),
    )


def endless(x, n):
    out = []
    for i in itertools.count():
        if i > n:
            break
        out.append(i)
    for v, i in itertools.product(x, range(2)):
        out.append(v * i)
    return out, list(itertools.islice(itertools.count(3, 2), n))


def views(x, n):
    d = {"a": 1, "b": x}
    if n > 1:
        d["c"] = n
    return (
        d.keys() & {"a", "c"},
        d.keys() - {"a"},
        d.keys() == {"a", "b"},
        "c" in d.keys(),
        len(d.items()),
    )


def sets_in_place(x, n):
    a = {1, 2}
    b = a
    a |= {5}
    a &= {1, 5, n}
    if n > 1:
        a -= {1}
    return a, b, a is b


def doubled(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs) * 2

    return inner


@doubled
def third(x):
    return x / 3


def wrapped(x):
    return third(x), third.__name__, third.__wrapped__(x)


CASES = [
    case(finite, lambda: [(T([2.0, 3.0]), 5), (T([-2.0, 3.0]), 0)], straight=True),
    case(endless, lambda: [(T([2.0, 3.0]), 5), (T([-2.0, 3.0]), 0)]),
    case(views, lambda: [(T([2.0, 3.0]), 5), (T([-2.0, 3.0]), 0)]),
    case(sets_in_place, lambda: [(T([2.0, 3.0]), 5), (T([-2.0, 3.0]), 0)]),
    case(wrapped, lambda: [(T([2.0, 3.0]),), (T([-2.0, 3.0]),)], straight=True),
]
