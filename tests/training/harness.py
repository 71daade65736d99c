"""Runs a training program eagerly and with its step compiled, and compares after each step: what it
returned or raised, and all that it trains: parameters, their `.grad`, states of optimizers.

A program is a function that builds a model and gives its step and the objects whose state counts.
Data differ in each step, and so do the sizes of batches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch import nn

import lith


@dataclass
class Program:
    """A step and what it changes; `between` runs outside after each step, with its number."""

    step: Callable[..., Any]
    model: nn.Module
    states: list[Any] = field(default_factory=list)
    between: Callable[[int], None] = lambda number: None


def data(number: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(number)
    rows = 3 + number % 3
    draw = [torch.randn(rows, n, dtype=torch.float64, generator=generator) for n in (4, 2)]
    return draw[0], draw[1]


def perceptron() -> nn.Module:
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2)).double()


def linear() -> nn.Module:
    torch.manual_seed(1)
    return nn.Linear(4, 2).double()


def _outcome(step: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    try:
        return step(*args)
    except Exception as error:
        if isinstance(error, lith.CompileError):
            raise
        return (type(error).__name__, str(error).partition("\n")[0])


def same(a: Any, b: Any, at: str, tolerance: float = 1e-9) -> None:
    if isinstance(a, torch.Tensor):
        assert isinstance(b, torch.Tensor), at
        assert (a.requires_grad, a.dtype, a.shape) == (b.requires_grad, b.dtype, b.shape), at
        assert a.stride() == b.stride(), at
        assert torch.allclose(a, b, rtol=tolerance, atol=tolerance / 100, equal_nan=True), (
            at,
            a,
            b,
        )
        return
    assert type(a) is type(b), (at, a, b)
    if isinstance(a, dict):
        assert list(a) == list(b), at
        for key in a:
            same(a[key], b[key], f"{at}[{key!r}]", tolerance)
    elif isinstance(a, (tuple, list)):
        assert len(a) == len(b), at
        for i, (one, other) in enumerate(zip(a, b, strict=True)):
            same(one, other, f"{at}[{i}]", tolerance)
    elif isinstance(a, float):
        assert a == pytest.approx(b, rel=tolerance, abs=tolerance / 100, nan_ok=True), at
    elif not callable(a):
        assert a == b, at


def snapshot(program: Program) -> dict[str, Any]:
    parameters = dict(program.model.named_parameters())
    return {
        "parameters": {name: each.detach() for name, each in parameters.items()},
        "buffers": dict(program.model.named_buffers()),
        "gradients": {name: each.grad for name, each in parameters.items()},
        "requires": {name: each.requires_grad for name, each in parameters.items()},
        "states": [each.state_dict() for each in program.states],
    }


def check(
    build: Callable[[], Program], steps: int = 6, programs: int = 2, tolerance: float = 1e-9
) -> None:
    """At most so many programs are compiled, however many steps there are."""
    eager, ours = build(), build()
    compiled: Any = lith.to_static(ours.step)
    for number in range(steps):
        expected = _outcome(eager.step, data(number))
        found = _outcome(compiled, data(number))
        same(expected, found, f"result of step {number}", tolerance)
        same(snapshot(eager), snapshot(ours), f"after step {number}", tolerance)
        eager.between(number)
        ours.between(number)
    assert len(compiled.get_debug_state().programs) <= programs
