"""Calls within modes of PyTorch: those that see operators are refused, as a program runs its own."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

import lith


class OfFunctions(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2


class OfDispatch(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def program(x):
    return x + 1 if x.sum() > 0 else x - 1


@pytest.mark.parametrize("mode", [OfFunctions, OfDispatch, lambda: FlopCounterMode(display=False)])
def test_a_mode_that_sees_operators(mode: Callable[[], AbstractContextManager[Any]]) -> None:
    compiled, x = lith.to_static(program), torch.ones(2)
    for _ in range(2):  # also where a program is there
        with mode(), pytest.raises(lith.CompileError, match="which sees the operators") as caught:
            compiled(x)
        assert caught.value.code == "LTH0320"
        assert torch.equal(compiled(x), program(x))
    assert torch.equal(compiled(-x), program(-x))


def test_a_default_device() -> None:
    compiled, x = lith.to_static(program), torch.ones(2)
    with torch.device("cpu"):
        assert torch.equal(compiled(x), program(x))
        with OfDispatch(), pytest.raises(lith.CompileError, match="OfDispatch"):
            compiled(x)


def test_another_default_device() -> None:
    compiled, x = lith.to_static(program), torch.ones(2)
    for _ in range(2):
        with torch.device("meta"), pytest.raises(lith.CompileError, match="`meta`"):
            compiled(x)
        assert torch.equal(compiled(x), program(x))


def test_another_default_device_for_all() -> None:
    compiled, x = lith.to_static(program), torch.ones(2)
    torch.set_default_device("meta")
    try:
        with pytest.raises(lith.CompileError, match="`meta`"):
            compiled(x)
    finally:
        torch.set_default_device(None)
    assert torch.equal(compiled(x), program(x))


@pytest.mark.parametrize(
    "use",
    [
        lambda f: torch.func.jvp(f, (torch.ones(2),), (torch.ones(2),)),
        lambda f: torch.vmap(f)(torch.ones(3, 2)),
        lambda f: torch.fx.symbolic_trace(f),
        lambda f: torch.jit.trace(f, torch.ones(2)),
    ],
)
def test_what_looks_into_a_program_is_told_so(use: Callable[[Any], Any]) -> None:
    """It would see nothing of it: no result, and the next call is as any."""
    compiled, x = lith.to_static(program), torch.ones(2)
    with pytest.raises((lith.CompileError, RuntimeError, AssertionError, TypeError)):
        use(compiled)
    assert torch.equal(compiled(x), program(x))


def test_export_of_a_compiled_module() -> None:
    module = lith.to_static(torch.nn.Linear(2, 2))
    with pytest.raises(lith.CompileError, match="which sees the operators"):
        torch.export.export(module, (torch.ones(2),))


def test_a_default_device_and_a_replaced_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mode calls it for `+`, which otherwise does not look at it."""
    monkeypatch.setattr(torch.Tensor, "add", lambda self, k: self - k)
    compiled, x = lith.to_static(program), torch.ones(2)
    assert torch.equal(compiled(x), x * 2)
    with torch.device("cpu"), pytest.raises(lith.CompileError, match="Tensor.add"):
        compiled(x)


def test_a_module() -> None:
    module = lith.to_static(torch.nn.Linear(2, 2))
    with OfDispatch(), pytest.raises(lith.CompileError, match="OfDispatch"):
        module(torch.ones(1, 2))
    assert module(torch.ones(1, 2)).shape == (1, 2)


def empty(n):
    whole = torch.empty(2, n, dtype=torch.int16), torch.empty(n, dtype=torch.bool)
    return torch.empty(n), *whole, torch.empty_like(torch.ones(n) * 1j), torch.ones(1).new_empty(n)


def test_empty_where_algorithms_are_deterministic() -> None:
    compiled = lith.to_static(empty)
    try:
        for on in (True, False, True):
            torch.use_deterministic_algorithms(on)
            for got, wanted in zip(compiled(3), empty(3), strict=True):
                assert got.dtype == wanted.dtype and got.shape == wanted.shape
                assert not on or torch.allclose(got, wanted, equal_nan=True)
    finally:
        torch.use_deterministic_algorithms(False)


def write(x, y):
    x.add_(y)
    return x * 2


def test_tensors_of_inference_mode() -> None:
    compiled, y = lith.to_static(write), torch.ones(2)
    with torch.inference_mode():
        x, z = torch.ones(2), torch.ones(2)
    for _ in range(2):  # also where a program is there
        with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside"):
            compiled(x, y)
        assert torch.equal(compiled(y.clone(), x), write(y.clone(), z))
        with torch.inference_mode():
            assert torch.equal(compiled(x, y), write(z, y)) and torch.equal(x, z)
