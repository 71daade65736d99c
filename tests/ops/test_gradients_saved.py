"""What graphs keep, as far as a program can tell: a write before the backward raises, or does not.

For an operator's sample one argument or one result is written in place between the call and the
gradient, as if by `x.add_(0)`. Eager raises where the graph has kept what was written; so must a
compiled program, and give the gradient elsewhere. What differs stands in gradients.toml, strictly.
"""

from __future__ import annotations

from typing import Any

import pytest
import torch

from ops import samples
from ops.test_gradients import FILE, LISTED, Program, operators, programs
from ops.test_samples import function_of

pytestmark = pytest.mark.generated

KNOWN = LISTED["kept"]
WRITTEN = "modified by an inplace operation"


def variants(program: Program) -> list[tuple[str, str]]:
    """What is written, and the function: each of the differentiable arguments, and each result."""
    names = program.inputs
    copies = [f"{name}_ = {name}; {name} = {name} * 1" for name in names]
    given = ", ".join(program.given)
    results, leaves = ", ".join(program.results), ", ".join(f"{name}_" for name in names)
    asked = f"return torch.autograd.grad([{results}], [{leaves}], [{given}], allow_unused=True)"
    return [
        (target, program.function([f"{target}.add_(0)", asked], before=copies))
        for target in [*names, *program.results]
    ]


def outcome(fn: Any, tensors: list[torch.Tensor]) -> str:
    """Whether the backward finds what it kept written, or what else came."""
    import lith

    torch.manual_seed(0)
    try:
        fn(*[t.clone() for t in tensors])
    except lith.CompileError:
        return "refused"
    except Exception as error:
        return "written" if WRITTEN in str(error) else type(error).__name__
    return "kept"


@pytest.mark.parametrize("op", operators(), ids=samples.name_of)
def test_gradients_saved(op: Any) -> None:
    import lith

    name, said = samples.name_of(op), []
    for each in programs(op, 1):
        tensors = each.tensors + each.weights
        for target, text in variants(each):
            fn = function_of(text, op.name)
            eager, found = outcome(fn, tensors), outcome(lith.to_static(fn), tensors)
            if found not in (eager, "refused"):
                said.append(f"{each.call}; {target} written: {found}, eager {eager}")
    assert bool(said) == (name in KNOWN), "\n" + "\n".join(said or [f"{name} is in {FILE.name}"])
