"""What graphs keep, as far as a program can tell: a write before the backward raises, or does not.

For an operator's sample one argument or one result is written in place between the call and the
gradient, as if by `x.add_(0)`. Eager raises where the graph has kept what was written; so must a
compiled program, and give the gradient elsewhere. What differs stands in gradients.toml, strictly.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import torch

from ops import samples
from ops.test_gradients import operators, programs
from ops.test_samples import function_of

FILE = Path(__file__).parent / "gradients.toml"
KNOWN: dict[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))["kept"]
WRITTEN = "modified by an inplace operation"


def variants(source: str) -> list[str]:
    """The program with each of its differentiable arguments, and each result, written."""
    lines = source.splitlines()
    arguments = [line.split()[0] for line in lines if "requires_grad_()" in line]
    results = lines[-1].split("grad([")[1].split("], [t")[0].split(", ")
    call = next(i for i, line in enumerate(lines) if line.startswith("    result = "))
    made = []
    for target in [*arguments, *results]:
        copies = [f"    {name}_ = {name}\n    {name} = {name} * 1" for name in arguments]
        asked = lines[-1]
        inputs = ", ".join(arguments)
        asked = asked.replace(f"[{inputs}]", "[" + ", ".join(f"{a}_" for a in arguments) + "]")
        made.append(
            "\n".join([*lines[:call], *copies, lines[call], f"    {target}.add_(0)", asked, ""])
        )
    return made


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
def test_saved(op: Any) -> None:
    import lith

    name, said = samples.name_of(op), []
    for _, tensors, source, weights, _ in programs(op, 1):
        for text in variants(source):
            fn = function_of(text, op.name)
            eager = outcome(fn, tensors + weights)
            found = outcome(lith.to_static(fn), tensors + weights)
            if found not in (eager, "refused"):
                call, write = text.splitlines()[-3:-1]
                said.append(f"{call.strip()[9:]}; {write.strip()}: {found}, eager {eager}")
    assert bool(said) == (name in KNOWN), "\n" + "\n".join(said or [f"{name} is in {FILE.name}"])
