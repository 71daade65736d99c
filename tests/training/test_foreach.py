"""Functions on lists of tensors: results, what they return, and errors are eager's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import lith
from training.harness import same


def fresh() -> list[torch.Tensor]:
    return [torch.arange(1.0, 4), torch.arange(2.0, 6).reshape(2, 2)]


CALLS: list[Callable[[list[torch.Tensor]], Any]] = [
    lambda xs: torch._foreach_add(xs, 1.5),
    lambda xs: torch._foreach_add(xs, xs, alpha=2),
    lambda xs: torch._foreach_add(xs, [1.0, 2.0]),
    lambda xs: torch._foreach_add(xs, torch.tensor(2.0), alpha=3),
    lambda xs: torch._foreach_sub_(xs, xs),
    lambda xs: torch._foreach_mul_(xs, torch.tensor(0.5)),
    lambda xs: torch._foreach_div(xs, [2.0, 4.0]),
    lambda xs: torch._foreach_pow(xs, 2),
    lambda xs: torch._foreach_pow(2.0, xs),
    lambda xs: torch._foreach_pow_(xs, [2.0, 3.0]),
    lambda xs: torch._foreach_sqrt(xs),
    lambda xs: torch._foreach_zero_(xs),
    lambda xs: torch._foreach_copy_(xs, torch._foreach_neg(xs)),
    lambda xs: torch._foreach_lerp(xs, torch._foreach_neg(xs), 0.25),
    lambda xs: torch._foreach_addcdiv(xs, xs, xs, [1.0, 2.0]),
    lambda xs: torch._foreach_addcdiv_(xs, xs, xs, torch.tensor([1.0, 2.0])),
    lambda xs: torch._foreach_addcmul_(xs, xs, xs, value=-0.5),
    lambda xs: torch._foreach_maximum_(xs, 2.5),
    lambda xs: torch._foreach_clamp_max(xs, [2.0, 3.0]),
    lambda xs: torch._foreach_norm(xs),
    lambda xs: torch._foreach_norm(xs, float("inf")),
    lambda xs: torch._foreach_max(xs),
    lambda xs: torch._foreach_add([], 1),
    lambda xs: torch._foreach_add(xs, [1.0]),
    lambda xs: torch._foreach_add(xs, xs[:1]),
    lambda xs: torch._foreach_mul(xs, torch.ones(2)),
    lambda xs: torch._foreach_addcdiv(xs, xs, xs, torch.tensor([1.0])),
]


def _outcome(call: Callable[..., Any]) -> Any:
    xs = fresh()
    try:
        result = call(xs)
    except RuntimeError as error:
        if isinstance(error, lith.CompileError):
            raise
        return str(error).partition("\n")[0]
    return result, xs


@pytest.mark.parametrize("call", CALLS)
def test_call(call: Any) -> None:
    same(_outcome(call), _outcome(lith.to_static(call)), "result")


def test_groups() -> None:
    def step(x):
        others = [x + 1, x.double(), x * 2]
        groups = torch.utils._foreach_utils._group_tensors_by_device_and_dtype([others], True)
        return {str(key): (lists, places) for key, (lists, places) in groups.items()}

    expected, found = step(torch.ones(2)), lith.to_static(step)(torch.ones(2))
    assert expected.keys() == found.keys()
    for key in expected:
        same(expected[key], found[key], key)
