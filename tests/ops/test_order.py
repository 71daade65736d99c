"""Sorting and copies of many elements beside PyTorch: equals, NaN, zeros of both signs, odd steps."""

from __future__ import annotations

import pytest
import torch

import lith

DTYPES = [
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
]


def values(dtype: torch.dtype, *sizes: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    x = torch.randint(-90, 90, sizes, generator=generator)
    if not dtype.is_floating_point:
        return x.abs().to(dtype) if dtype == torch.uint8 else x.to(dtype)
    x = x.to(dtype) / 16
    x[x == 1] = float("nan")
    x[x == 2] = -0.0
    x[x == 3] = float("inf")
    x[x == -3] = float("-inf")
    return x


def same(got: torch.Tensor, want: torch.Tensor) -> None:
    assert got.dtype == want.dtype
    torch.testing.assert_close(got, want, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_sort(dtype: torch.dtype) -> None:
    up = lith.to_static(lambda x: torch.sort(x, stable=True))
    down = lith.to_static(lambda x: torch.sort(x, dim=0, stable=True, descending=True))
    for sizes in ((7,), (900,), (30, 5), (3, 700), (700, 3)):
        x = values(dtype, *sizes)
        for got, want in (
            (up(x), torch.sort(x, stable=True)),
            (down(x), torch.sort(x, dim=0, stable=True, descending=True)),
        ):
            same(got[0], want[0])
            same(got[1], want[1])


def test_sort_of_wide_numbers() -> None:
    x = torch.randint(-(2**63), 2**63 - 1, (3000,), generator=torch.Generator().manual_seed(0))
    sort = lith.to_static(torch.sort)
    same(sort(x)[0], torch.sort(x)[0])
    same(sort(x.double())[0], torch.sort(x.double())[0])


@pytest.mark.parametrize("dtype", [torch.int64, torch.float32, torch.uint8], ids=str)
def test_unique(dtype: torch.dtype) -> None:
    unique = lith.to_static(lambda x: torch.unique(x, return_inverse=True, return_counts=True))
    for size in (9, 2000):
        x = values(dtype, size).nan_to_num()
        for got, want in zip(unique(x), torch.unique(x, return_inverse=True, return_counts=True)):
            same(got, want)


@pytest.mark.parametrize(
    "dtype", [torch.int8, torch.bfloat16, torch.float32, torch.float64, torch.complex128], ids=str
)
def test_copies(dtype: torch.dtype) -> None:
    views = [
        lambda x: x.t().contiguous(),
        lambda x: x.flip(1),
        lambda x: x.flip(0, 1),
        lambda x: x[:, ::2].contiguous(),
        lambda x: x[::3, 1::4].contiguous(),
        lambda x: x.reshape(2, -1, x.shape[1]).permute(2, 0, 1).contiguous(),
        lambda x: torch.stack([x, x + x], -1),
        lambda x: torch.full_like(x, 3),
    ]
    for view in views:
        program = lith.to_static(view)
        for sizes in ((2, 1), (6, 5), (34, 70), (130, 17), (64, 64)):
            x = torch.arange(sizes[0] * sizes[1]).reshape(sizes).to(dtype)
            same(program(x), view(x))


TIES = {
    "topk": lambda x: x.topk(3),
    "topk smallest": lambda x: x.topk(5, largest=False),
    "topk unsorted": lambda x: x.topk(4, sorted=False),
    "topk along columns": lambda x: x.topk(2, 0),
    "sort": lambda x: x.sort(-1),
    "sort descending": lambda x: x.sort(0, descending=True),
    "sort stable": lambda x: torch.sort(x, stable=True, dim=-1),
    "argsort": lambda x: (x.flatten().argsort(),),
    "kthvalue": lambda x: x.kthvalue(2, 0),
    "median": lambda x: x.median(-1),
    "median of columns": lambda x: x.median(0, keepdim=True),
    "mode": lambda x: x.mode(-1),
}


@pytest.mark.parametrize("name", TIES)
def test_which_of_equals_is_found(name):
    """Also where there are many: eager sorts more than 16 elements unstably, top few by a heap."""
    program = lith.to_static(TIES[name])
    for seed in range(6):
        torch.manual_seed(seed)
        for shape, values in (((4, 9), 3), ((6, 50), 6), ((5, 900), 8)):
            x = torch.randint(0, values, shape)
            for each in (x, x.float(), x.to(torch.bfloat16)):
                want, got = TIES[name](each), program(each)
                assert all(torch.equal(a, b) for a, b in zip(want, got)), (name, shape)


@pytest.mark.parametrize("name", ["median", "nanmedian"])
def test_median_with_nan(name):
    program = lith.to_static(lambda x: (*getattr(x, name)(-1), getattr(x, name)()))
    nan = float("nan")
    for x in ([[1.0, nan, 3, 2, nan], [1, 2, 2, 2, 0]], [[nan, nan], [1, 0]], [[4.0, 2, 3]]):
        x = torch.tensor(x)
        want, got = (*getattr(x, name)(-1), getattr(x, name)()), program(x)
        for a, b in zip(want, got):
            torch.testing.assert_close(b, a, rtol=0, atol=0, equal_nan=True)
