"""Operators that write a copy of a tensor which they read through another argument as well."""

import torch

from language.harness import case


def scattered(x, i):
    r = x + 1
    return r.scatter(1, i, r), torch.scatter_add(x * 2, 1, i, x)


def kept_largest(x, i):
    removed = x <= 0.5
    removed[..., -1:] = False
    return removed.scatter(1, i, removed)


def moved(x, i):
    r = x + 1
    return r.index_copy(0, torch.tensor([1, 0]), r)


def added(x, i):
    r = x + 1
    return r.index_add(0, torch.tensor([1, 0]), r)


def put(x, i):
    r = x + 1
    return r.index_put((torch.tensor([1, 0]),), r)


def reduced(x, i):
    r = x + 1
    return r.scatter_reduce(1, i, r, "amax")


def cases():
    g = torch.Generator().manual_seed(0)
    for columns in (6, 1, 40):
        order = torch.stack([torch.randperm(columns, generator=g) for _ in range(2)])
        yield torch.randn(2, columns, generator=g), order


CASES = [
    case(f, lambda: list(cases()), straight=True)
    for f in (scattered, kept_largest, moved, added, put, reduced)
]
