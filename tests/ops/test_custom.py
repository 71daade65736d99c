"""Operators that torch.library.custom_op made, called as functions and by the dispatcher's names."""

from __future__ import annotations

import pytest
import torch

import lith


@torch.library.custom_op("lith_tests::scaled", mutates_args=())
def scaled(x: torch.Tensor, factor: float) -> torch.Tensor:
    return x * factor if factor > 0 else x - 1


def called(x: torch.Tensor, factor: float) -> torch.Tensor:
    return scaled(x, factor) + 1


def named(x: torch.Tensor, factor: float) -> torch.Tensor:
    return torch.ops.lith_tests.scaled(x, factor) + torch.ops.lith_tests.scaled.default(x, 2.0)


@pytest.mark.parametrize("fn", [called, named])
def test_custom(fn) -> None:
    program = lith.to_static(fn)
    for x, factor in ((torch.ones(3), 2.0), (torch.arange(5.0), -1.0)):
        torch.testing.assert_close(program(x, factor), fn(x, factor), rtol=0, atol=0)


def test_kernel_of_the_cpu() -> None:
    @torch.library.custom_op("lith_tests::placed", mutates_args=(), device_types="cpu")
    def placed(x: torch.Tensor) -> torch.Tensor:
        return x + 5

    def fn(x):
        return torch.ops.lith_tests.placed(x)

    torch.testing.assert_close(lith.to_static(fn)(torch.ones(2)), fn(torch.ones(2)))


def test_module_made_where_dynamo_ran() -> None:
    def chosen(x):
        return torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a - 1, (x,))

    def fn(x):
        return torch.nn.MSELoss()(chosen(x), x)

    torch.testing.assert_close(lith.to_static(fn)(torch.ones(3)), fn(torch.ones(3)))
    torch.testing.assert_close(lith.to_static(fn)(-torch.ones(3)), fn(-torch.ones(3)))
