"""What comes out of a list is None, a number or a tensor, and a test tells which."""

import torch
from language.harness import case


def R(*sizes):
    return torch.rand(*sizes, generator=torch.Generator().manual_seed(0))


def slots(x, n):
    kept = [None] * n
    for i, v in enumerate(x):
        kept[i % n] = v
    return kept


def filtered(x, n):
    kept = [s for s in slots(x, n) if s is not None]
    return torch.stack(kept) if kept else None, len(kept)


def appended(x, n):
    kept = []
    for s in slots(x, n):
        if s is None:
            continue
        kept.append(s)
    return torch.stack(kept)


def by_type(x, n):
    kept, others = [], 0
    for s in slots(x, n):
        if isinstance(s, torch.Tensor):
            kept.append(s)
        else:
            others += 1
    return torch.stack(kept), others


def changed_where_found(x, n):
    held = slots(x.clone(), n)
    for s in held:
        if s is not None and s.sum() > 0.5:
            s.mul_(2)
    return held


def filled_places(x, n):
    out = [0.0] * n
    for i in range(min(n, x.shape[0])):
        out[i] = x[i] * i
    return torch.stack(out)


def filled_backwards(x, n):
    out = [None] * n
    for i in range(n - 1, -1, -1):
        if i < x.shape[0]:
            more = out[i + 1].sum() if i + 1 < n and out[i + 1] is not None else 0
            out[i] = x[i : i + 1] + more
    return torch.cat(out)


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.following = following


def chained(x, n):
    node = None
    for v in x:
        node = Node(v, node)
    total, length = 0.0, 0
    while node:
        total = total + node.value.sum()
        node = node.following
        length += 1
    return total, length, node


__calls__ = [(3, 3), (2, 3), (1, 2)]
CASES = [
    *[
        case(f, lambda: [(R(rows, 2), n) for rows, n in __calls__], **options)
        for f, options in (
            (filtered, {}),
            (appended, {}),
            (by_type, {}),
            (changed_where_found, {}),
            (chained, {}),
        )
    ],
    case(filtered, lambda: [(R(3), 3), (R(0), 2)], name="filtered_of_none"),
    case(filled_places, lambda: [(R(3), 3), (R(1), 1), (R(2), 3), (R(0), 2)]),
    case(filled_backwards, lambda: [(R(3), 3), (R(1), 1), (R(2), 3)]),
]
