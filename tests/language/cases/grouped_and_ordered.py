"""groupby, tee, zip(*rows) of run time; sorting by comparison functions and by objects."""

import functools
import heapq
import itertools

import torch

from language.harness import case

T = torch.tensor


def counted(x):
    vals = sorted(int(v) % 3 for v in x)
    out = []
    for k, g in itertools.groupby(vals):
        out.append((k, len(list(g))))
    return out


def lengths(x):
    vals = sorted(int(v) % 3 for v in x)
    return {k: len(list(g)) for k, g in itertools.groupby(vals)}


def listed(x):
    return [(k, list(g)) for k, g in itertools.groupby("aabbbc")], [
        k for k, _ in itertools.groupby(x.tolist())
    ]


def keyed(x):
    rows = [(int(v) % 2, float(v)) for v in x]
    rows.sort(key=lambda r: r[0])
    return {k: [r[1] for r in g] for k, g in itertools.groupby(rows, key=lambda r: r[0])}


def longest(x):
    vals = x.tolist()
    return max((len(list(g)) for k, g in itertools.groupby(vals)), default=0)


def rle(x):
    s = "".join("ab"[int(v) % 2] for v in x)
    return "".join(f"{k}{sum(1 for _ in g)}" for k, g in itertools.groupby(s))


def spread(x):
    lists = [[int(v)] * 2 for v in x]
    return (
        list(itertools.chain(*lists)),
        max(*lists, [0]),
        [list(p) for p in itertools.product(*lists[:2])],
        list(map(sum, zip(*lists))),
        set().union(*lists) == {int(v) for v in x},
    )


def ordered(x):
    rows = [(int(v) % 2, i, str(i)) for i, v in enumerate(x)]
    key = functools.cmp_to_key(lambda p, q: (p[0] > q[0]) - (p[0] < q[0]) or q[1] - p[1])
    k = [float(v) for v in x]
    smallest = heapq.nsmallest(2, k), heapq.nsmallest(3, rows, key=lambda r: r[1])
    return sorted(rows, key=key), smallest, heapq.nlargest(2, k, key=lambda v: -v)


class Backwards:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value > other.value


def by_objects(x):
    return sorted(x.tolist(), key=Backwards), [
        -v for v in reversed({v: 1 for v in x.tolist()}.keys())
    ]


def tees(x):
    vals = [float(v) for v in x] + [3.0]
    a, b = itertools.tee(vals)
    next(b)
    return [q - p for p, q in zip(a, b)]


def zip_rows(x):
    rows = [[int(v), int(v) + 1] for v in x if v > 0]
    cols = list(zip(*rows))
    return cols


X = lambda: [(T([3.0, 1.0, 2.0, 1.0]),), (T([-1.0, 5.0, 5.0]),), (T([]),), (T([2.0]),)]
FUNCTIONS = (
    counted,
    lengths,
    listed,
    keyed,
    longest,
    rle,
    spread,
    ordered,
    by_objects,
    tees,
    zip_rows,
)
CASES = [case(f, X, straight=True) for f in FUNCTIONS]
