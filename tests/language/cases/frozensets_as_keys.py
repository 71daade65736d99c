"""Frozensets as keys and elements: of before the call and made inside, they are found by what they hold. Mapping
proxies are not written, copied or changed in place; an instance of a subclass of tuple names exceptions; deques of some
paths are iterated over."""

from language.harness import case
import collections
import copy
import types

import torch

PAIR, NOTHING = frozenset([1, 2]), frozenset([])
PAIRS = {frozenset([1, 2]), frozenset()}
WEIGHTS = {frozenset([1, 2]): 1, frozenset(): 2}
ROWS = {frozenset([1, 2]): {1: 2}}
PROXY = types.MappingProxyType({"a": 1})


class Errors(tuple):
    pass


NO_ERRORS, SOME_ERRORS = Errors(), Errors((ValueError, KeyError))


def keys_of_before(x):
    a, b = list(WEIGHTS)
    return bool(a), bool(b), len(a), 1 in a, [y for y in a], a | b, a - b, str(a), repr(b), a < b, b <= a, str(sorted([a, b])), (a, 1) < (b, 1), {1} < a


def found(x):
    key = PAIR if x.sum() > 0 else NOTHING
    return WEIGHTS[key], WEIGHTS[frozenset([2, 1])], PAIR in WEIGHTS, frozenset([9]) in WEIGHTS, WEIGHTS.get(frozenset([3]), 7), key in PAIRS, frozenset([1, 2]) in PAIRS, key | {5}


def replaced(x):
    table = dict(WEIGHTS)
    table[PAIR] = 5
    table[frozenset()] = x
    del table[NOTHING]
    return str(table[PAIR]), len(table), list(table.values())


def changed(x):
    some = set(PAIRS)
    some.add(PAIR)
    some.discard(frozenset())
    some.add(frozenset([7]))
    return len(some), sorted(len(y) for y in some), PAIR in some


def compared(x):
    return PAIRS == {frozenset([1, 2]), frozenset()}, {frozenset([1, 2])} < PAIRS, WEIGHTS == {frozenset([2, 1]): 1, frozenset(): 2}, WEIGHTS == {PAIR: 1, NOTHING: 3}, (PAIR, 1) == (frozenset([2, 1]), 1), {(PAIR, 1): 2}[(frozenset([1, 2]), 1)]


def combined(x):
    return PAIRS | {frozenset([1, 2]), frozenset([4])}, PAIRS & {frozenset([1, 2])}, PAIRS - {frozenset([1, 2])}, PAIRS ^ {frozenset([1, 2])}, PAIRS.isdisjoint({frozenset([2, 1])}), str(sorted(PAIRS, key=len))


def edges_of_a_graph(x):
    graph = {frozenset((0, 1)): 1.5, frozenset((1, 2)): 2.5}
    total = 0
    for edge, weight in graph.items():
        if 1 in edge:
            total += weight
        a, b = sorted(edge)
        total += graph[frozenset((b, a))] * x[0]
    return total, [tuple(sorted(edge)) for edge in graph]


def of_run_time(x):
    seen = set()
    for i in range(int(x.sum()) + 3):
        seen.add(frozenset((i % 2, 1)))
    return seen, frozenset((1,)) in seen, frozenset((0, 1)) in seen


def added(x):
    ROWS[frozenset([1, 2])][5] = int(x.sum())
    ROWS[frozenset([4])] = {}
    return len(ROWS)


def of_proxies(x):
    said = []
    for attempt in (lambda: copy.copy(PROXY), lambda: copy.deepcopy([PROXY])):
        try:
            attempt()
        except TypeError as refused:
            said.append(str(refused))
    try:
        del PROXY["z"]
    except TypeError as refused:
        said.append(str(refused))
    return said, PROXY | {"b": x}


def caught(x):
    errors = SOME_ERRORS if x.sum() > 0 else NO_ERRORS
    try:
        raise ValueError("x")
    except errors:
        return "caught"


def of_deques(x):
    some = collections.deque([1, 2], maxlen=3) if x.sum() > 0 else collections.deque()
    return list(some), [y + 1 for y in some], tuple(some), sorted(some), list(zip(some, "ab"))


def ones(sign=1):
    return sign * torch.ones(2)


STRAIGHT = (keys_of_before, replaced, changed, compared, combined, edges_of_a_graph, added, of_proxies)
CASES = [
    case(f, lambda: [(ones(),), (ones(-1),)], artifact=False, straight=f in STRAIGHT)
    for f in (*STRAIGHT, found, of_run_time, caught, of_deques)
]
