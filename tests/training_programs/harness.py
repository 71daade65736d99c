"""Trains a program for ten steps eagerly and compiled, and compares losses and what was trained.

A program is a function that gets two decorators and gives a `Training`. Across, the first is
`lith.to_static`: models and losses are compiled, backward and optimizer are eager. Inside, the
second is: the whole step is compiled. What a decorator is not, it gives back its argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import torch

import lith

torch.set_num_threads(
    1
)  # a test that is known to fail runs in a fork, where a pool's threads are not

STEPS = 10
Wrap = Callable[[Any], Any]


@dataclass
class Training:
    step: Callable[..., Any]  # gives losses: a tensor, or a tuple of tensors and numbers
    batches: list[tuple[Any, ...]] = field(default_factory=lambda: [()] * STEPS)
    trained: list[Any] = field(default_factory=list)  # tensors, and modules with their state


def same(thing: Any) -> Any:
    return thing


def _values(thing: Any) -> Iterable[Any]:
    if isinstance(thing, (list, tuple)):
        for part in thing:
            yield from _values(part)
    elif isinstance(thing, torch.nn.Module):
        yield from _values(list(thing.state_dict().values()))
    else:
        yield thing.detach().clone() if isinstance(thing, torch.Tensor) else thing


def trained(program: Callable[[Wrap, Wrap], Training], parts: Wrap, whole: Wrap) -> list[Any]:
    """The losses of each step, then the state at the end."""
    torch.manual_seed(0)
    training = program(parts, whole)
    assert len(training.batches) == STEPS
    seen = [value for batch in training.batches for value in _values(training.step(*batch))]
    return seen + list(_values(training.trained))


def check(program: Callable[[Wrap, Wrap], Training], way: str, tolerance: float) -> None:
    """`way`: across or inside."""
    expected = trained(program, same, same)
    found = trained(program, *((lith.to_static, same), (same, lith.to_static))[way == "inside"])
    torch.testing.assert_close(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
    assert len({str(each) for each in expected[:STEPS]}) > 1, "nothing was trained"


def program(tolerance: float = 1e-8) -> Callable[[Any], Any]:
    """Marks a program, with how far results may differ."""

    def mark(function: Any) -> Any:
        function.tolerance = tolerance
        return function

    return mark
