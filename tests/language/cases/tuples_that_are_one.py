"""Which tuple it is, through containers and where paths meet."""

import heapq

import torch

from language.harness import case

T = torch.tensor


def moved(x):
    rows = [(float(v), i) for i, v in enumerate(x)]
    best = max(rows)
    first = rows[0]
    return (
        rows,
        best,
        best is rows[0],
        best is rows[-1],
        first,
        sorted(rows, reverse=True),
        min(rows, key=lambda r: r[1]) is rows[0],
    )


def phi(x):
    a = (1, x)
    b = (2, x) if x.sum() > 5 else a
    return b is a, a, b


def heaped(x):
    h = []
    items = []
    for i, v in enumerate(x):
        e = (float(v), i)
        items.append(e)
        heapq.heappush(h, e)
    e = heapq.heappop(h)
    return e, [e is q for q in items], items


def max_is_element(x):
    ts = [(float(x[0]), "a"), (float(x[1]), "b")]
    m = max(ts)
    n = min(ts, key=lambda t: t[0])
    return m is ts[0], m is ts[1], n is ts[0], n is ts[1], m


X = lambda: [(T([3.0, 1.0, 2.0, 1.0]),), (T([-1.0, 5.0, 5.0]),), (T([2.0, 8.0]),)]
CASES = [case(f, X, straight=True) for f in (moved, phi, heaped, max_is_element)]
