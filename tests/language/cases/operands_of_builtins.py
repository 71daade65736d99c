"""What built-in functions and comparisons take: complex numbers, sets in sets, wrong operands."""

import collections
import functools
import math
import typing

from language.harness import case


def complex_numbers(a, b):
    c = complex(a, b)
    return (
        [
            c == complex(a, b),
            c != complex(a, b),
            c == 3 + 4j,
            complex(a, 0) == a,
            a == complex(a, 1),
        ],
        [[c] == [complex(a, b)], c in (3 + 4j,), c == "c", c.conjugate(), (1 + 2j).conjugate()],
    )


def sets_in_sets(s):
    inner = {frozenset({1, 2}), frozenset()}
    found = s in inner
    inner.discard(s)
    try:
        inner.remove({5})
    except KeyError as e:
        return found, len(inner), repr(e)


def slices_and_ranges(k):
    s = slice(1, k, 3)
    return (
        [s == (1, k, 3), s != (1, k, 3), s == slice(1, k, 3), s == slice(1, 3, 3)],
        [range(k > 0).stop, range(False, True).stop],
    )


def classes(x):
    out = [isinstance(x, typing.Optional[int]), isinstance(x, typing.Union[int, str])]
    for ask in (
        lambda: isinstance(x, 5),
        lambda: isinstance(x, (str, 5)),
        lambda: isinstance(x, "int"),
        lambda: issubclass(int, 5),
        lambda: issubclass(x, int),
    ):
        try:
            out.append(ask())
        except TypeError as e:
            out.append(str(e))
    return out


def wrong_operands(a):
    out = []
    for ask in (
        lambda: ord(a),
        lambda: chr(a) == "a",
        lambda: hex(a),
        lambda: abs(a),
        lambda: round(a),
        lambda: pow(a, 2, 5),
        lambda: "-".join(a),
        lambda: getattr(a, 1),
        lambda: sorted([a, a], key=str.lower),
        lambda: list.copy(a),
        lambda: str.__len__(a),
    ):
        try:
            out.append(ask())
        except (TypeError, ValueError) as e:
            out.append(str(e))
    return out


def wrong_counts(k):
    out = []
    for ask in (
        lambda: [].append(),
        lambda: [].insert(k),
        lambda: {}.get(),
        lambda: {}.clear(k),
        lambda: {}.keys(k),
        lambda: list(sequence=[]),
        lambda: ValueError(k, a=2),
        lambda: len(obj=[]),
    ):
        try:
            out.append(ask())
        except TypeError as e:
            out.append(str(e))
    return out if k else out[0]


def calls_itself(k):
    class Endless:
        pass

    Endless.__call__ = Endless()
    try:
        return Endless()() if k else "not called"
    except RecursionError:
        return "too deep"


def power(a, b, c):
    try:
        return pow(a, b, c)
    except (TypeError, ValueError) as e:
        return str(e)


def exact_sums(xs):
    try:
        return math.fsum(xs), math.fsum(x * 2 for x in xs)
    except ValueError as e:
        return str(e)


def cached_properties(k):
    runs = [0]

    class Made:
        @functools.cached_property
        def first(self):
            runs[0] += k
            return runs[0]

        @functools.cached_property
        def second(self):
            return self.first * 2

    a, b = Made(), Made()
    before = a.second, a.first, b.first, runs[0]
    if k > 1:
        del a.first
    return before, a.first, a.second


def dicts_of_mappings(xs):
    class Turned(dict):
        def keys(self):
            return reversed(list(dict.keys(self)))

        __iter__ = keys

        def __getitem__(self, key):
            return "got", dict.__getitem__(self, key)

    class Same(dict):
        def __getitem__(self, key):
            return "no"

    turned, same = Turned(), Same()
    for x in xs:
        turned[x] = same[x] = x
    return dict(turned), {**turned}, dict(same), {**same}


def contexts(k):
    class NoExit:
        def __enter__(self):
            return self

    class NoEnter:
        def __exit__(self, *exception):
            return False

    out = []
    for manager in (NoExit(), NoEnter(), k):
        try:
            with manager:
                out.append("entered")
        except TypeError as e:
            out.append(str(e))
    return out if k else out[:1]


def chains(k):
    e = Exception(k)
    out = []
    for name, value in (("__cause__", 1), ("__context__", k), ("__cause__", None)):
        try:
            setattr(e, name, value)
            out.append("set")
        except TypeError as x:
            out.append(str(x))
    return out if k else out[:1]


def thrown(k):
    class NotOne(Exception):
        def __new__(cls, *arguments):
            return cls

    def made():
        yield 1

    try:
        if k:
            made().throw(NotOne)
        made().throw(5)
    except TypeError as e:
        return type(e).__name__


def places_within_bounds(n):
    said = []
    for bounds in ((), (1,), (-9,), (0, 1), (None,), (1j,), (0, "a"), (0, None), (True,)):
        for items in (collections.deque([1, 2]), [1, 2], (1, 2), list(range(n))):
            try:
                said.append(items.index(n, *bounds))
            except (TypeError, ValueError) as e:
                said.append(str(e))
    return said


def ints_of_bytes(n):
    said = []
    for parts, order in (([n, 1], "big"), ((1, n), 1j), ([n], "odd"), (n, "big"), ("a", "big"), ([n, "a"], "little"), (b"a", None)):
        try:
            said.append(int.from_bytes(parts, order))
        except (TypeError, ValueError) as e:
            said.append(str(e))
    return said


def ints_in_bases(base, n):
    said = []
    for make in (
        lambda: int("11", base),
        lambda: int(n, base),
        lambda: int(int, base),
        lambda: int(str(n), base),
        lambda: int(base=base),
    ):
        try:
            said.append(make())
        except (TypeError, ValueError) as e:
            said.append(str(e))
    return said


CASES = [
    case(complex_numbers, lambda: [(3, 4), (0.5, -1), (2, 0)], straight=True, tool=False),
    case(sets_in_sets, lambda: [({1, 2},), (set(),), ({7},)], artifact=False, straight=True),
    case(slices_and_ranges, lambda: [(3,), (0,)], straight=True),
    case(classes, lambda: [(1,), ("a",), (None,), (1.5,)]),
    case(wrong_operands, lambda: [("a",), (97,), (2.5,), ([1],), (None,)], artifact=False),
    case(places_within_bounds, lambda: [(2,), (7,)], straight=True),
    case(ints_of_bytes, lambda: [(7,), (300,), (-1,)], straight=True),
    case(ints_in_bases, lambda: [(2, 10), (-1, 11), (37, 1), (0, 3)]),
    case(wrong_counts, lambda: [(1,), (0,)]),
    case(calls_itself, lambda: [(1,), (0,)]),
    case(power, lambda: [(7, 3, 5), (2.0, 3, 5), (7, 3, 5.0), (2, -1, 7), (2, 3, 0)]),
    case(
        exact_sums, lambda: [([0.1] * 10,), ([1e16, 1.0, -1e16],), ([],), ([math.inf, -math.inf],)]
    ),
    case(cached_properties, lambda: [(1,), (3,)]),
    case(dicts_of_mappings, lambda: [([3, 1],), ([],)]),
    case(contexts, lambda: [(1,), (0,)]),
    case(chains, lambda: [(1,), (0,)]),
    case(thrown, lambda: [(1,), (0,)]),
]
