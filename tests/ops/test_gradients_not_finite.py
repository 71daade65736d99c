"""Gradients of operators at what is not finite or is on an edge: one element of a gradient that arrives, or of the
inputs, is NaN, infinite or zero, or all are equal. PyTorch's own samples in float64, the first one of each operator;
what differs stands in gradients.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch

from ops import samples
from ops.test_gradients import LISTED, Program, compared, operators, outcome, programs
from ops.test_samples import function_of

pytestmark = [pytest.mark.generated, pytest.mark.filterwarnings("ignore")]


def with_one(tensor: torch.Tensor, value: float, generator: torch.Generator) -> torch.Tensor:
    changed = tensor.clone(memory_format=torch.contiguous_format)
    if changed.numel() and changed.is_floating_point():
        changed.view(-1)[torch.randint(changed.numel(), (1,), generator=generator)] = value
    return changed


def variants(program: Program) -> Iterator[tuple[str, list[torch.Tensor], list[torch.Tensor]]]:
    """(name, tensors, gradients that arrive)"""
    generator = torch.Generator().manual_seed(0)
    tensors, weights = program.tensors, program.weights
    for name, value in (("nan", float("nan")), ("inf", float("inf"))):
        yield f"gradient {name}", tensors, [with_one(w, value, generator) for w in weights]
    for name, value in (("inf", float("inf")), ("zero", 0.0)):
        changed = [
            with_one(t, value, generator) if i in program.wanted else t
            for i, t in enumerate(tensors)
        ]
        yield f"input {name}", changed, weights
    equal = [torch.full_like(t, 0.5) if i in program.wanted else t for i, t in enumerate(tensors)]
    yield "inputs equal", equal, weights


@pytest.mark.parametrize("op", operators(), ids=samples.name_of)
def test_gradients_not_finite(op: Any) -> None:
    import lith

    said = []
    for program in programs(op, 1):
        run = function_of(program.source, op.name)
        compiled = lith.to_static(run)
        for name, tensors, weights in variants(program):
            try:
                found = outcome(compiled, [*tensors, *weights])
            except lith.CompileError:
                break
            texts = compared(outcome(run, [*tensors, *weights]), found)
            said += [f"{name}: {program.call}: {text}" for text in texts]
    name = samples.name_of(op)
    assert bool(said) == (name in LISTED["not_finite"]), "\n".join(said)
