"""Copies of lists that later hold, or are returned beside, elements of other types."""

import heapq

import torch
from language.harness import case


def smallest(x, n):
    return heapq.nsmallest(n, x.tolist(), key=lambda v: abs(v - 2))


def slice_or_pairs(x, n):
    values = x.tolist()
    if n >= len(values):
        return sorted(values, key=lambda v: -v)[:2]
    return [(abs(v) - 1, i) for i, v in enumerate(values)]


def copy_gets_texts(x, n):
    values = x.tolist()
    copies = [values[:n], values * 2, list(values), values.copy(), sorted(values)]
    for copy in copies:
        copy.append(f"{len(copy)}")
    total = 0.0
    for value in values:
        total += value * 2
    return total, copies


def source_grows_later(x, n):
    values = x.tolist()
    for i in range(n):
        part = values[i:]
        if i == 1:
            values.append("end")
        if len(part) > 5:
            break
    return part, [v * 2 for v in values]


def dict_copy(x, n):
    counts = {}
    for value in x.tolist():
        counts[value] = counts.get(value, 0) + n
    other = counts.copy()
    other["total"] = None
    third = {}
    third.update(counts)
    third[n] = "n"
    return sum(v * k for k, v in counts.items()), other, third


X = lambda: [(torch.arange(6.0), 2), (torch.tensor([3.0, -1.0, 2.0]), 3), (torch.zeros(3), 0)]  # noqa: E731

CASES = [case(f, X) for f in (smallest, slice_or_pairs, source_grows_later)]
CASES += [case(f, X, straight=True) for f in (copy_gets_texts, dict_copy)]
