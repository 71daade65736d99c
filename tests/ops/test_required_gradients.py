"""Whatever makes a tensor makes a leaf where `requires_grad=True` is given, or raises as eager does."""

from __future__ import annotations

import pytest
import torch

import lith

X = torch.ones(2, 3)
CALLS = {
    "arange": lambda dtype: torch.arange(3, dtype=dtype, requires_grad=True),
    "bartlett_window": lambda dtype: torch.bartlett_window(3, dtype=dtype, requires_grad=True),
    "blackman_window": lambda dtype: torch.blackman_window(3, dtype=dtype, requires_grad=True),
    "empty": lambda dtype: torch.empty(0, dtype=dtype, requires_grad=True),
    "empty_like": lambda dtype: torch.empty_like(X[:0], dtype=dtype, requires_grad=True),
    "eye": lambda dtype: torch.eye(3, dtype=dtype, requires_grad=True),
    "fftfreq": lambda dtype: torch.fft.fftfreq(3, dtype=dtype, requires_grad=True),
    "full": lambda dtype: torch.full((3,), 1, dtype=dtype, requires_grad=True),
    "full_like": lambda dtype: torch.full_like(X, 1, dtype=dtype, requires_grad=True),
    "hamming_window": lambda dtype: torch.hamming_window(3, dtype=dtype, requires_grad=True),
    "hann_window": lambda dtype: torch.hann_window(3, dtype=dtype, requires_grad=True),
    "linspace": lambda dtype: torch.linspace(0, 4, 3, dtype=dtype, requires_grad=True),
    "logspace": lambda dtype: torch.logspace(0, 2, 3, dtype=dtype, requires_grad=True),
    "new_full": lambda dtype: X.new_full((3,), 2, dtype=dtype, requires_grad=True),
    "new_tensor": lambda dtype: X.new_tensor([2], dtype=dtype, requires_grad=True),
    "new_zeros": lambda dtype: X.new_zeros(3, dtype=dtype, requires_grad=True),
    "normal": lambda dtype: torch.normal(0.0, 1.0, (3,), dtype=dtype, requires_grad=True),
    "ones": lambda dtype: torch.ones(3, dtype=dtype, requires_grad=True),
    "ones_like": lambda dtype: torch.ones_like(X, dtype=dtype, requires_grad=True),
    "rand": lambda dtype: torch.rand(3, dtype=dtype, requires_grad=True),
    "rand_like": lambda dtype: torch.rand_like(X, dtype=dtype, requires_grad=True),
    "randint": lambda dtype: torch.randint(5, (3,), dtype=dtype, requires_grad=True),
    "randint_like": lambda dtype: torch.randint_like(X, 5, dtype=dtype, requires_grad=True),
    "randn": lambda dtype: torch.randn(3, dtype=dtype, requires_grad=True),
    "randperm": lambda dtype: torch.randperm(3, dtype=dtype, requires_grad=True),
    "rfftfreq": lambda dtype: torch.fft.rfftfreq(3, dtype=dtype, requires_grad=True),
    "scalar_tensor": lambda dtype: torch.scalar_tensor(3, dtype=dtype, requires_grad=True),
    "tensor": lambda dtype: torch.tensor([1, 2], dtype=dtype, requires_grad=True),
    "zeros": lambda dtype: torch.zeros(3, dtype=dtype, requires_grad=True),
    "zeros_like": lambda dtype: torch.zeros_like(X, dtype=dtype, requires_grad=True),
}


def outcome(call, dtype):
    torch.manual_seed(0)
    try:
        made = call(dtype)
        (made * 3).sum().backward()
    except (RuntimeError, NotImplementedError) as error:
        return type(error), str(error).split(", got: ")[0]  # how C++ calls the dtype
    return made.detach().clone(), made.requires_grad, made.is_leaf, made.grad


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", [torch.float64, torch.int64])
def test_made_as_a_leaf(name, dtype) -> None:
    call = CALLS[name]
    expected = outcome(call, dtype)
    assert str(outcome(lith.to_static(call), dtype)) == str(expected)
    inside = lith.to_static(lambda dtype: outcome(call, dtype))
    assert str(inside(dtype)) == str(expected)
