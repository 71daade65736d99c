"""Products of bfloat16 at sizes that tiles and panels do not divide, both ways the weights lie."""

from __future__ import annotations

import pytest
import torch

import lith

SIZES = [
    (1, 32, 32), (8, 64, 48), (17, 96, 40), (33, 100, 70), (64, 32, 16), (130, 352, 33),
    (16, 31, 9), (31, 1024, 65), (257, 64, 64), (100, 33, 100), (70, 700, 10), (40, 1100, 300),
]  # fmt: skip


@lith.to_static
def product(x, w):
    return x @ w.T


def close(value: torch.Tensor, exact: torch.Tensor) -> bool:
    """Rounded once, from sums in float."""
    most = exact.abs().max()
    return bool(((value.double() - exact).abs() <= exact.abs() * 2**-8 + most * 2**-16).all())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_product(size):
    rows, depth, columns = size
    generator = torch.Generator().manual_seed(rows * depth)
    x = torch.randn(rows, depth, generator=generator).bfloat16()
    w = torch.randn(columns, depth, generator=generator).bfloat16()
    exact = x.double() @ w.double().T
    for weights in (w, w.T.contiguous().T):
        assert close(product(x, weights), exact)
    assert close(product(x.T.contiguous().T, w), exact)


def test_batches():
    x, y = torch.randn(3, 5, 40, 64).bfloat16(), torch.randn(3, 5, 24, 64).bfloat16()
    made = lith.to_static(lambda a, b: a @ b.transpose(-1, -2))(x, y)
    assert close(made, x.double() @ y.double().transpose(-1, -2))
