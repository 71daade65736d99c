"""Folds of rows of all lengths beside PyTorch: those that registers hold and longer ones."""

from __future__ import annotations

import pytest
import torch

import lith

LENGTHS = (1, 3, 7, 15, 16, 17, 33, 50, 63, 64, 65, 100, 129, 257)
FLOATS = {torch.float32: 1e-6, torch.float64: 1e-14, torch.float16: 2e-3, torch.bfloat16: 2e-2}
NUMBERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]


def values(dtype: torch.dtype, *sizes: int) -> torch.Tensor:
    x = torch.randint(0, 40, sizes, generator=torch.Generator().manual_seed(sum(sizes)))
    return (x - 20).to(dtype) / 8 if dtype.is_floating_point else x.to(dtype)


def layouts(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    gaps = torch.empty(x.shape[0], 2 * x.shape[1], dtype=x.dtype)[:, ::2]
    return x, gaps.copy_(x), x.t().contiguous().t()


def same(got: torch.Tensor, want: torch.Tensor, tolerance: float = 0) -> None:
    assert got.dtype == want.dtype
    torch.testing.assert_close(got, want, rtol=tolerance, atol=tolerance, equal_nan=True)


def normalised(x: torch.Tensor, weight: torch.Tensor):
    return (
        x.softmax(-1),
        x.log_softmax(-1),
        (x - x.mean(-1, keepdim=True)) * weight,
        x / x.amax(-1, keepdim=True).clamp(min=1),
        x.sum(-1),
    )


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_normalised(dtype: torch.dtype) -> None:
    program = lith.to_static(normalised)
    for length in LENGTHS:
        x, weight = values(dtype, 5, length), values(dtype, length)
        for special in (None, float("nan"), float("inf"), float("-inf")):
            if special is not None:
                x[2, length // 2] = special
            for each in layouts(x):
                for got, want in zip(program(each, weight), normalised(each, weight)):
                    scale = want[want.isfinite()].abs().max().item() if want.isfinite().any() else 1
                    same(got, want, FLOATS[dtype] * max(1.0, scale))
        for got, want in zip(program(x[:0], weight), normalised(x[:0], weight)):
            same(got, want)


def extremes(x: torch.Tensor):
    return *x.max(-1), *x.min(0), x.argmax(-1, keepdim=True), x.argmin(0), x.argmax(), x.argmin()


@pytest.mark.parametrize("dtype", [*FLOATS, *NUMBERS], ids=str)
def test_extremes(dtype: torch.dtype) -> None:
    program = lith.to_static(extremes)
    for length in LENGTHS:
        x = values(dtype, 6, length)
        cases = [x, torch.full_like(x, x[0, 0])]
        if dtype.is_floating_point:
            some = x.clone()
            some[1, length // 3 :] = float("nan")
            some[4] = float("-inf")
            cases += [some, torch.full_like(x, float("-inf")), torch.full_like(x, float("inf"))]
        for case in cases:
            for each in layouts(case):
                for got, want in zip(program(each), extremes(each)):
                    same(got, want)


def test_extremes_of_what_a_program_computes() -> None:
    def fn(x, y):
        index = (x * 2 + y).argmax(-1)
        return index, (x + y).argmin(), (x > y).to(torch.int64).argmax(0), index + 1

    program = lith.to_static(fn)
    for sizes in ((4, 50), (3, 9, 200), (2, 1)):
        x, y = values(torch.float32, *sizes), values(torch.float32, *sizes).flip(-1)
        for got, want in zip(program(x, y), fn(x, y)):
            same(got, want)


def test_extremes_of_scalars_and_of_nothing() -> None:
    program = lith.to_static(lambda x: (x.argmax(), x.argmin(0), x.max(0)))
    got, want = program(torch.tensor(3.0)), (torch.tensor(0), torch.tensor(0))
    same(got[0], want[0])
    same(got[1], want[1])
    same(got[2][0], torch.tensor(3.0))
    for fn, sizes in ((lambda x: x.argmax(), (0,)), (lambda x: x.argmax(1), (2, 0))):
        with pytest.raises(IndexError) as eager:
            fn(torch.empty(sizes))
        with pytest.raises(IndexError) as static:
            lith.to_static(fn)(torch.empty(sizes))
        assert str(static.value) == str(eager.value)
    same(
        lith.to_static(lambda x: x.argmax(0))(torch.empty(2, 0)), torch.empty(0, dtype=torch.int64)
    )


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int64], ids=str)
def test_dimensions_apart(dtype: torch.dtype) -> None:
    def fn(x):
        return x.sum((0, 2)), x.amax((0, -1), keepdim=True), (x > 0).any((0, 2)), x.sum((0, 1, 3))

    program = lith.to_static(fn)
    for sizes in ((4, 5, 6, 7), (1, 3, 1, 2), (33, 2, 3, 65)):
        x = values(dtype, *sizes)
        for each in (x, x.transpose(0, 2)):
            for got, want in zip(program(each), fn(each)):
                same(got, want, FLOATS.get(dtype, 0) * 100)
    empty = torch.empty(0, 3, 2, 0)
    same(
        lith.to_static(lambda x: x.sum((0, 3)))(empty),
        empty.sum((0, 3)),
    )
