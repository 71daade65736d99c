"""Kernels with several results: each has its own sizes, also where it broadcasts into another."""

from __future__ import annotations

import itertools

import pytest
import torch

import lith

SIZES = [(), (1,), (3,), (1, 1), (2, 1), (1, 3), (2, 3)]


def elementwise(x, y):
    s = torch.sin(y)
    t = s * y
    return x + t, t, s * 2, (x * s) + t


def reduced(x, y):
    s = torch.sin(y)
    return (x + s * y).sum(), s, (s * 2).sum(), x * s


def rows(x, y):
    s = torch.sin(y)
    return (x + s).sum(-1), s.sum(-1), s, (x * s).mean(-1, keepdim=True)


@pytest.mark.parametrize("function", [elementwise, reduced, rows])
def test_each_result_has_its_own_sizes(function) -> None:
    """One program for all sizes of a rank; results are laid out as eager's."""
    compiled = lith.to_static(function)
    for one, other in itertools.product(SIZES, SIZES):
        if function is rows and not (one and other):
            continue
        x, y = torch.rand(one), torch.rand(other)
        for found, expected in zip(compiled(x, y), function(x, y), strict=True):
            assert found.shape == expected.shape, (one, other)
            assert found.stride() == expected.stride(), (one, other)
            torch.testing.assert_close(found, expected)
