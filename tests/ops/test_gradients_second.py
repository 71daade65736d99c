"""Gradients of gradients against eager PyTorch, on PyTorch's own samples in float64.

A program asks for the first gradients of a sample with create_graph=True, and differentiates a
weighted sum of those that have a graph: with respect to the sample's tensors, and to the gradients
that its results got. One small sample an operator; what is not as eager has it stands in
gradients.toml, strictly.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
import torch

from ops import samples
from ops.test_gradients import (
    FILE,
    LISTED,
    Program,
    compared,
    is_differentiable,
    is_refused,
    operators,
    outcome,
    program_of,
    tensors_of,
)
from ops.test_samples import function_of

pytestmark = pytest.mark.generated

KNOWN = LISTED["second"]
LOOKED_AT = 12  # samples of an operator among which the smallest is chosen


def twice_differentiable() -> list[Any]:
    return [op for op in operators() if op.supports_gradgrad]


def size_of(sample: Any) -> tuple[bool, int]:
    """Samples of a few elements come first, those of none last."""
    call = [sample.input, *sample.args, *sample.kwargs.values()]
    tensors = [t for each in call for t in tensors_of(each) if isinstance(t, torch.Tensor)]
    counts = [t.numel() for t in tensors if t.requires_grad]
    return min(counts, default=0) < 2, sum(counts)


def program(op: Any) -> tuple[Program, str, list[torch.Tensor]] | None:
    """The first gradients, a function that gives the second, its arguments; None: eager has none."""
    torch.manual_seed(1)
    inputs = op.sample_inputs("cpu", torch.float64, requires_grad=True)
    for sample in sorted(islice(inputs, LOOKED_AT), key=size_of):
        each = program_of(op, sample)
        if not each:
            continue
        leaves = [f"{w} = {w}.detach().requires_grad_()" for w in each.given]
        first = f"first = {each.first('create_graph=True, allow_unused=True')}"
        tensors = each.tensors + each.weights
        made = outcome(
            function_of(each.function([first, "return first"], leaves), op.name), tensors
        )
        chosen = [i for i, gradient in enumerate(made) if is_differentiable(gradient)]
        if not chosen:
            continue
        factors = [torch.randn_like(made[i].detach()) for i in chosen]
        total = " + ".join(f"(first[{i}] * v{i}).sum()" for i in chosen)
        by = ", ".join(each.inputs + each.given)
        asked = f"return torch.autograd.grad([{total}], [{by}], allow_unused=True)"
        text = each.function([first, asked], leaves, [f"v{i}" for i in chosen])
        return each, text, tensors + factors
    return None


@pytest.mark.parametrize("op", twice_differentiable(), ids=samples.name_of)
def test_gradients_second(op: Any) -> None:
    """What is refused already with its first gradients stands in refused.toml."""
    import lith

    name, made = samples.name_of(op), program(op)
    if not made:
        return
    first, text, tensors = made
    fn, said = function_of(text, op.name), []
    try:
        said = compared(outcome(fn, tensors), outcome(lith.to_static(fn), tensors))
    except lith.CompileError as error:
        if not is_refused(function_of(first.source, op.name), first.tensors + first.weights):
            said = [str(error)]
    found = "\n".join(f"{first.call}: {line[:300]}" for line in said)
    assert bool(said) == (name in KNOWN), f"\n{found}" if said else f"{name} is in {FILE.name}"
