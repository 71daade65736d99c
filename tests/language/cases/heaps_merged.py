"""heapq.merge of lists that only run time knows."""

import heapq

import torch
from language.harness import case


def L(*items):
    return torch.tensor(items, dtype=torch.long)


def of_two(a, b):
    a, b = sorted(a.tolist()), sorted(b.tolist())
    it = heapq.merge(a, b)
    first = next(it, None)
    by_key = list(heapq.merge(a, b, [], key=lambda v: v))
    return list(heapq.merge(a, b)), first, by_key, list(it)[:2]


def of_rows(x):
    rows = [sorted(row, reverse=True) for row in x.tolist()]
    backwards = heapq.merge(*rows, key=lambda v: v % 3, reverse=True)
    return list(backwards), [v for v in heapq.merge(*rows)]


def of_tuples(a, b):
    p = [(v, "a") for v in sorted(a.tolist())]
    q = [(v, "b") for v in sorted(b.tolist())]
    out = []
    for v, source in heapq.merge(p, q):
        if v > 4:
            break
        out.append(f"{source}{v}")
    return out, list(heapq.merge(p, q, key=lambda t: t[0]))


CASES = [
    case(of_two, lambda: [(L(3, 1), L(2, 5)), (L(), L(1)), (L(), L())]),
    case(of_rows, lambda: [(L([3, 1], [2, 5]),), (L([4]),)]),
    case(of_tuples, lambda: [(L(3, 1), L(3, 5)), (L(), L(1))]),
]
