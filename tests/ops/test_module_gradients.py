"""Gradients of parameters and inputs of every module of torch.nn, and gradients of those gradients,
across a compiled call, in float64, evaluated and in training. What is not as eager has it stands in
gradients.toml with the reason."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable
from typing import Any

import pytest
import torch

import lith
from ops.test_gradients import LISTED, compared
from ops.test_modules import modules, name_of

pytestmark = pytest.mark.generated


def first_input(info: Any, training: bool) -> Any:
    """One of PyTorch's inputs, a fixed choice of them; None: there is none in float64."""
    torch.manual_seed(1)
    make = info.module_inputs_func
    try:
        found = make(
            info, device="cpu", dtype=torch.float64, requires_grad=False, training=training
        )
    except RuntimeError:
        return None
    found = [each for each in found if each.forward_input is not None]
    return random.Random(0).choice(found) if found else None


def tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [t for each in value for t in tensors(each)]
    return [value] if isinstance(value, torch.Tensor) else []


def weighted(tensors: Iterable[torch.Tensor]) -> Any:
    """A sum of which no gradient is the same for all elements."""
    return sum((t * (t + 1)).abs().sum() for t in tensors)


def gradients(function: Any, module: torch.nn.Module, given: Any, twice: bool) -> Any:
    """Of all parameters and inputs, for the sum of all results, or for that of such gradients; or the
    class of the exception."""
    torch.manual_seed(0)
    args, kwargs = copy.deepcopy([given.args, given.kwargs])
    inputs = [t for t in tensors([args, kwargs]) if t.is_floating_point()]
    for each in inputs:
        each.requires_grad_()
    by = [t for t in [*module.parameters(), *inputs] if t.requires_grad]
    try:
        total = weighted(t for t in tensors(function(*args, **kwargs)) if t.requires_grad)
        if twice:
            first = torch.autograd.grad(total, by, create_graph=True, allow_unused=True)
            total = weighted(t for t in first if t is not None and t.requires_grad)
        total.backward()
    except lith.CompileError:
        raise
    except Exception as error:  # noqa: BLE001 - it has to be eager's
        return type(error).__name__
    return [t.grad for t in by]


@pytest.mark.parametrize("twice", [False, True], ids=["first", "second"])
@pytest.mark.parametrize("info", modules(), ids=name_of)
def test_gradients_of_modules(info: Any, twice: bool) -> None:
    said = []
    for training in (False, True):
        each = first_input(info, training)
        if each is None:
            continue
        torch.manual_seed(0)
        how = each.constructor_input
        module = info.module_cls(*how.args, **how.kwargs).double().train(training)
        other = copy.deepcopy(module)
        try:
            got = gradients(lith.to_static(other), other, each.forward_input, twice)
        except lith.CompileError:
            continue  # test_modules.py and test_gradients.py list what is refused
        said += compared(gradients(module, module, each.forward_input, twice), got)
    listed = name_of(info) in LISTED["modules_second" if twice else "modules"]
    assert bool(said) == listed, "\n" + "\n".join(line[:300] for line in said)
