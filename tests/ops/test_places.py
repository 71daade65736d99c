"""Gathering, scattering, masks and patches: the ways that take many elements as one, beside eager."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch.nn import functional as F

import lith


def randn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


def numbers(high: int, *shape: int) -> torch.Tensor:
    return torch.randint(0, high, shape, generator=torch.Generator().manual_seed(1))


def same(fn: Callable[..., torch.Tensor], *args: torch.Tensor, tolerance: float = 0) -> None:
    want, got = fn(*args), lith.to_static(fn)(*args)
    assert got.stride() == want.stride()
    torch.testing.assert_close(got, want, rtol=tolerance, atol=tolerance)


INDICES = (
    numbers(4, 3, 2, 5),
    numbers(4, 3, 2, 1).expand(3, 2, 5),
    numbers(4, 3, 1, 5).expand(3, 2, 5),
    numbers(4, 1, 1, 1).expand(2, 2, 2),
    numbers(4, 5, 3, 2).transpose(1, 2),
    numbers(4, 0, 2, 3),
)


@pytest.mark.parametrize("index", INDICES)
def test_gather(index: torch.Tensor) -> None:
    for x in (randn(6, 7, 5), randn(7, 6, 5).transpose(0, 1)):
        same(lambda x, i: x.gather(0, i), x, index)
        same(lambda x, i: x.gather(1, i), x, index)


def test_gather_out_of_bounds() -> None:
    def fn(x, i):
        return x.gather(0, i)

    for index in (torch.tensor([[9]]).expand(3, 5), torch.tensor([[1, -1]])):
        with pytest.raises(RuntimeError, match="out of bounds"):
            lith.to_static(fn)(randn(4, 5), index)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64, torch.bfloat16])
def test_scatter(dtype: torch.dtype) -> None:
    for index, source in (
        (numbers(4, 3, 5), randn(4, 6)),
        (numbers(4, 3, 1).expand(3, 5), randn(3, 5)),
        (numbers(4, 3, 1).expand(3, 5), randn(5).expand(3, 5)),
        (numbers(4, 300, 1).expand(300, 5), randn(5, 300).t()),
    ):
        source, x = (source * 3).to(dtype), (randn(400, 6) * 3).to(dtype)
        tolerance = 0.1 if dtype == torch.bfloat16 else 1e-5
        same(lambda x, i, s: x.scatter_add(0, i, s), x, index, source, tolerance=tolerance)
        same(lambda x, i, s: x.scatter_add(1, i, s), x, index, source, tolerance=tolerance)


def test_masks() -> None:
    def put(x, m):
        y = x + 0
        y[m] = 1.5
        y[m] += x[m] * 2
        return y

    for x in (randn(6, 7, 5), randn(7, 6, 5).transpose(0, 1), randn(5, 7, 6).permute(2, 1, 0)):
        for mask in (randn(6) > 0, randn(6, 7) > 0, randn(6, 7, 5) > 0, randn(6, 7) > -9):
            same(lambda x, m: x[m], x, mask)
            same(put, x, mask)
        same(lambda x, m: x[:, m], x, randn(7) > 0)
        same(lambda x, m: x[:, m], x, randn(7, 5) > 0)
        same(lambda x, m, i: x[m, i], x, torch.tensor([True, False] * 3), numbers(7, 3))
        same(lambda x: (x > 0).nonzero(), x)


@pytest.mark.parametrize("length", [2, 5, 16, 31, 49, 200, 1000, 1009, 2048])
def test_transforms(length: int) -> None:
    for x in (randn(3, length), randn(3, length).double()):
        tolerance = 1e-4 if x.dtype == torch.float32 else 1e-9
        same(lambda x: torch.fft.fft(x).abs(), x, tolerance=tolerance)
        same(lambda x: torch.fft.ifft(torch.fft.fft(x)).real, x, tolerance=tolerance)


def test_patches() -> None:
    for dilation, stride in (((1, 1), (4, 4)), ((1, 1), (5, 6)), ((2, 1), (7, 4))):

        def fn(x, w, b, dilation=dilation, stride=stride):
            return F.conv2d(x, w, b, stride, dilation=dilation, groups=2)

        same(fn, randn(2, 16, 21, 23), randn(96, 8, 4, 4), randn(96), tolerance=1e-4)
    same(lambda x, w: F.conv1d(x, w, stride=8), randn(2, 32, 100), randn(64, 32, 8), tolerance=1e-4)
