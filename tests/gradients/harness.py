"""Runs a program eagerly and compiled, and compares what comes out: values, gradients, errors, prints.

A program takes tensors and does its own backward (`inside`), or gives results of which the test
takes the gradient (`across`). It is called several times, the second time on the same leaves, so
that gradients add up.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import pytest
import torch

import lith

Inputs = Callable[[], list[Any]]


def leaves(*shapes: tuple[int, ...]) -> Inputs:
    """Inputs that require a gradient, float64, the same at every call."""

    def make() -> list[Any]:
        torch.manual_seed(0)
        return [torch.randn(shape, dtype=torch.float64).requires_grad_() for shape in shapes]

    return make


def _outcome(function: Callable[..., Any], args: list[Any]) -> tuple[Any, ...]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            result = function(*args)
        except Exception as error:
            return (type(error).__name__, str(error).partition("\n")[0], said.getvalue())
    return ("result", result, said.getvalue())


def _across(function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*args: Any) -> Any:
        results = function(*args)
        total: Any = 0
        for each in results if isinstance(results, (tuple, list)) else (results,):
            if each.requires_grad:
                total = total + (each * torch.arange(1, each.numel() + 1).reshape(each.shape)).sum()
        total.backward()
        return results

    return run


def same(a: Any, b: Any) -> None:
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        assert a.requires_grad == b.requires_grad
        torch.testing.assert_close(a, b, equal_nan=True, rtol=1e-9, atol=1e-12)
        return
    assert type(a) is type(b), (a, b)
    if isinstance(a, (tuple, list)):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            same(one, other)
    elif isinstance(a, float):
        assert a == pytest.approx(b, rel=1e-9)
    else:
        assert a == b


def check(function: Callable[..., Any], inputs: Inputs, across: bool = False) -> None:
    """Twice on the same leaves, once on others."""
    compiled = lith.to_static(function)
    runs = [_across(function), _across(compiled)] if across else [function, compiled]
    for args in (inputs(), inputs()):
        theirs, ours = (
            args,
            [
                each.detach().clone().requires_grad_(each.requires_grad)
                if isinstance(each, torch.Tensor)
                else each
                for each in args
            ],
        )
        for _ in range(2):
            expected, found = _outcome(runs[0], theirs), _outcome(runs[1], ours)
            same(expected, found)
            for one, other in zip(theirs, ours, strict=True):
                if isinstance(one, torch.Tensor):
                    same(one.grad, other.grad)


def cases(module: dict[str, Any]) -> Any:
    """Parameters for each program of a module, by the mark that `program` left."""
    found = [value for value in module.values() if hasattr(value, "inputs")]
    return pytest.mark.parametrize("case", found, ids=[each.__name__ for each in found])


def program(*shapes: tuple[int, ...]) -> Callable[[Any], Any]:
    """Marks a program that takes leaves of these shapes."""

    def mark(function: Any) -> Any:
        function.inputs = leaves(*shapes)
        return function

    return mark
