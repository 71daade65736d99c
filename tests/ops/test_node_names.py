"""The `grad_fn` in the text of what operators give: eager's name of it, or the text is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
import torch

import lith
from ops import samples
from ops.test_gradients import operators, programs
from ops.test_samples import function_of

pytestmark = pytest.mark.generated

LIMIT = 3
# Dimensions () are all of them; what copies the unit matrix has the node of the copy.
KNOWN = {"sum", "linalg.matrix_power"}


def texts_of(function: Any, tensors: list[torch.Tensor]) -> list[str]:
    torch.manual_seed(0)
    return re.findall("grad_fn=<[^>]*>", function(*[t.clone() for t in tensors]))


@pytest.mark.parametrize("op", [pytest.param(op, id=samples.name_of(op)) for op in operators()])
def test_names_of_nodes(op: Any) -> None:
    for program in programs(op, LIMIT):
        body = [f"return ' '.join([{', '.join(f'str({each})' for each in program.results)}])"]
        function = function_of(program.function(body), op.name)
        tensors = [*program.tensors, *program.weights]
        expected = texts_of(function, tensors)
        try:
            found = texts_of(lith.to_static(function), tensors)
        except lith.CompileError:
            continue
        if found != expected and op.name in KNOWN:
            continue
        assert found == expected, program.call


def transposed_in_place(x):
    y = x * 2
    y.t_()
    return str(y)


def moved_in_place(x):
    y = x * 2
    y.transpose_(0, 1).unsqueeze_(0)
    return str(y)


@pytest.mark.parametrize("function", [transposed_in_place, moved_in_place])
def test_names_of_views_in_place(function: Any) -> None:
    """Eager counts them as overloads of their own."""
    with pytest.raises(lith.CompileError, match="has another name in eager"):
        lith.to_static(function)(torch.ones(2, 2, requires_grad=True))
