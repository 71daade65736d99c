"""Gradients of convolutions of many geometries: those of the weight have a kernel of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith


@pytest.fixture(params=[1, 3])
def threads(request: Any) -> Iterator[int]:
    before = lith.num_threads()
    lith.set_num_threads(request.param)
    yield request.param
    lith.set_num_threads(before)


def made(*sizes: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    random = torch.Generator().manual_seed(sum(sizes))
    return torch.randn(*sizes, generator=random, dtype=torch.float64).to(dtype)


def gradients(x, weight, scale, name: str, options):
    x, weight = x.detach().requires_grad_(), weight.detach().requires_grad_()
    y = getattr(F, name)(x, weight, **options)
    return torch.autograd.grad((y * y * scale).sum(), [x, weight])


CASES: list[tuple[str, tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ("conv2d", (2, 3, 8, 9), (5, 3, 3, 3), {}),
    ("conv2d", (3, 4, 9, 12), (70, 4, 3, 2), {"padding": 1, "stride": 2}),
    ("conv2d", (2, 6, 13, 11), (9, 6, 3, 3), {"dilation": 2, "stride": 3, "padding": (2, 1)}),
    ("conv2d", (2, 8, 10, 10), (12, 2, 3, 3), {"groups": 4, "padding": 1}),
    ("conv2d", (2, 10, 17, 17), (10, 1, 5, 5), {"groups": 10, "padding": 2}),
    ("conv2d", (40, 7, 3, 3), (18, 7, 3, 3), {}),
    ("conv2d", (70, 7, 4, 4), (18, 7, 3, 3), {}),
    ("conv2d", (2, 130, 8, 8), (66, 130, 1, 1), {}),
    ("conv1d", (3, 5, 150), (9, 5, 7), {"stride": 2, "padding": 3}),
    ("conv3d", (2, 3, 5, 6, 7), (8, 3, 2, 3, 2), {"padding": (1, 0, 1), "stride": (1, 2, 1)}),
    ("conv2d", (0, 3, 8, 9), (5, 3, 3, 3), {}),
    ("conv_transpose2d", (2, 3, 8, 9), (3, 12, 3, 3), {"padding": 1}),
    ("conv_transpose2d", (2, 8, 6, 5), (8, 3, 3, 3), {"stride": 2, "output_padding": 1}),
    ("conv_transpose2d", (2, 8, 6, 5), (8, 9, 3, 2), {"dilation": 2, "padding": 2, "groups": 2}),
    ("conv_transpose2d", (2, 8, 6, 5), (8, 1, 3, 3), {"groups": 8, "padding": 1}),
    ("conv_transpose2d", (2, 4, 6, 5), (4, 9, 1, 1), {"padding": 1}),
    ("conv_transpose1d", (3, 5, 40), (5, 16, 4), {"padding": 3}),
]


@pytest.mark.parametrize(("name", "x", "weight", "options"), CASES)
def test_geometries(threads: int, name: str, x: Any, weight: Any, options: Any) -> None:
    program = lith.to_static(gradients)
    arguments = made(*x), made(*weight), torch.tensor(0.5, dtype=torch.float64), name, options
    torch.testing.assert_close(program(*arguments), gradients(*arguments), rtol=1e-10, atol=1e-9)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_dtypes(dtype: torch.dtype) -> None:
    x, weight = made(4, 12, 14, 14, dtype=dtype), made(20, 12, 3, 3, dtype=dtype)
    arguments = x, weight, torch.tensor(0.01, dtype=dtype), "conv2d", {"padding": 1}
    got, want = lith.to_static(gradients)(*arguments), gradients(*arguments)
    tolerance = 1e-4 if dtype == torch.float32 else 5e-2
    for mine, theirs in zip(got, want, strict=True):
        assert mine.dtype == theirs.dtype
        most = theirs.double().abs().max().item()
        assert (mine.double() - theirs.double()).abs().max().item() <= tolerance * most


def penalised(x, weight, name: str, options):
    """Gradients of gradients, of both operands and through both."""
    x, weight = x.detach().requires_grad_(), weight.detach().requires_grad_()
    y = getattr(F, name)(x, weight, **options)
    first = torch.autograd.grad((y * y * y).sum(), [x, weight], create_graph=True)
    return torch.autograd.grad(sum((each * each).sum() for each in first), [x, weight])


@pytest.mark.parametrize(("name", "x", "weight", "options"), CASES[:5] + CASES[11:14])
def test_gradients_of_gradients(name: str, x: Any, weight: Any, options: Any) -> None:
    arguments = made(*x), made(*weight), name, options
    got, want = lith.to_static(penalised)(*arguments), penalised(*arguments)
    torch.testing.assert_close(got, want, rtol=1e-8, atol=1e-6)
