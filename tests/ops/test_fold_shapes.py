"""Folds and what is computed beside them, of operands whose sizes say nothing about each other."""

from __future__ import annotations

import pytest
import torch

import lith


def beside(x, y):
    return x.sum() + y


def doubled_beside(x, y):
    return (x * 2).sum() + y * 3


def product_beside(x, y):
    return x * y + x.sum(), x * y + y.sum()


def rows_beside(x, y):
    return x * y + x.sum(-1, keepdim=True)


def two_folds(x, y):
    return x.sum() + y.sum()


def two_row_folds(x, y):
    return x.sum(-1, keepdim=True) + y.sum(-1, keepdim=True)


def two_kinds(x, y):
    return x.sum(-1) + y.amax(-1)


def softmax_beside(x, y):
    return x.softmax(-1).sum(-1, keepdim=True) + y


def two_softmaxes(x, y):
    return x.softmax(-1) * y.softmax(-1)


def fold_of_fold(x, y):
    return (x.sum() * y).amax() + y


def several_results(x, y):
    return x.sum() + y.mean(), x * y, (x - y).amax()


def through_a_third(x, y):
    z = y[:1]
    return (x + z).sum() + z * y


PROGRAMS = [
    beside, doubled_beside, product_beside, rows_beside, two_folds, two_row_folds, two_kinds,
    softmax_beside, two_softmaxes, fold_of_fold, several_results, through_a_third,
]  # fmt: skip
SHAPES = [
    ((5,), (3,)), ((3,), (5,)), ((0,), (3,)), ((3,), (0,)), ((3,), (1,)), ((1,), (300,)),
    ((2, 3), (4, 5)), ((2, 3), (2, 6)), ((2, 6), (2, 3)), ((3, 1), (3, 4)), ((1, 4), (3, 4)),
    ((3, 4), (1, 4)), ((3, 4), (3, 1)), ((3, 4), (1, 1)), ((1, 1), (4, 1)), ((0, 4), (3, 4)),
    ((0, 4), (1, 4)), ((4, 0), (4, 1)), ((4,), (3, 4)), ((2, 3, 4), (2, 3, 4)),
    ((2, 1, 4), (1, 3, 4)), ((2, 1, 4), (1, 3, 1)),
]  # fmt: skip


@pytest.mark.parametrize("fn", PROGRAMS, ids=lambda f: f.__name__)
def test_sizes(fn):
    """One program for all sizes of a rank: what eager gives, or raises."""
    program = lith.to_static(fn)
    for a, b in SHAPES:
        x, y = torch.randn(a), torch.randn(b)
        try:
            want = fn(x, y)
        except Exception as error:
            with pytest.raises(type(error)):
                program(x, y)
            continue
        torch.testing.assert_close(program(x, y), want, rtol=1e-5, atol=1e-5, equal_nan=True)


@pytest.mark.parametrize("reduce", ["amax", "amin"])
@pytest.mark.parametrize("dim", [None, (), 0, 1, (0, 1)])
def test_extreme_of_nothing(reduce, dim):
    if dim is None:
        fn = torch.amax if reduce == "amax" else torch.amin
    elif reduce == "amax":
        fn = lambda x: x.amax(dim)  # noqa: E731
    else:
        fn = lambda x: x.amin(dim)  # noqa: E731
    program = lith.to_static(lambda x: fn(x))
    x = torch.zeros(0, 4)
    try:
        want = fn(x)
    except Exception as error:
        with pytest.raises(type(error)) as raised:
            program(x)
        assert str(raised.value) == str(error)
    else:
        torch.testing.assert_close(program(x), want)
