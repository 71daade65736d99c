"""Operators whose numbers vary: PyTorch's samples with each number of the call as a parameter.

One compiled function is called with the numbers of the sample and then with unusual ones, so that a
size, index or factor of run time may be zero, negative or large. Eager decides, as in edges.py.
"""

from __future__ import annotations

import ast
import operator
import random
from typing import Any

import torch

import lith
from fuzz import edges
from fuzz.seeds import judge_all
from ops import samples
from ops.test_ops import compare
from ops.test_samples import LEFT_OUT, ROUNDING, function_of

CALLS = 4


class Lifted(ast.NodeTransformer):
    """The numbers of a call, each as a name."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def lifted(self, value: Any) -> ast.Name:
        self.values.append(value)
        return ast.Name(f"n{len(self.values) - 1}")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        is_number = isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
        if is_number and isinstance(node.operand.value, (int, float)):
            return self.lifted(-node.operand.value)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return self.lifted(node.value) if isinstance(node.value, (int, float)) else node


def unusual(value: Any, r: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    return r.choice(edges.INTS if isinstance(value, int) else edges.FLOATS)


def made(seed: int) -> tuple[str, Any, list[torch.Tensor], list[list[Any]]] | None:
    """The call of a seed: its text, its function, its tensors, and the numbers of each call."""
    chosen = edges.Edges(seed)
    sample = None if (chosen.op.name, chosen.dtype) in LEFT_OUT else chosen.sample()
    if sample is None:
        return None
    try:
        call, tensors = samples.call_of(chosen.op, sample)
    except samples.Unwritten:
        return None
    lift, r = Lifted(), chosen.random
    call = ast.unparse(lift.visit(ast.parse(call, mode="eval")))
    if not lift.values or edges.is_undefined(chosen.op.name, tensors):
        return None
    numbers = [list(lift.values)]
    for _ in range(CALLS - 1):
        numbers.append(list(lift.values))
        for i in r.sample(range(len(lift.values)), min(len(lift.values), r.choice([1, 1, 2]))):
            numbers[-1][i] = unusual(lift.values[i], r)
    names = [f"t{i}" for i in range(len(tensors))] + [f"n{i}" for i in range(len(lift.values))]
    source = f"import torch\n\n\ndef call({', '.join(names)}):\n    return {call}\n"
    return call, function_of(source, chosen.op.name), tensors, numbers


def eager(seed: int) -> str:
    if found := made(seed):
        _, fn, tensors, numbers = found
        for values in numbers:
            edges.outcome(lambda *t, v=values: fn(*t, *v), tensors)
    return ""


def judge(seed: int) -> str:
    """Empty where each call does as eager; what is refused says so."""
    if not (found := made(seed)):
        return ""
    call, fn, tensors, numbers = found
    compiled = lith.to_static(fn)
    rounding = max([ROUNDING.get(t.dtype, 1e-5) for t in tensors], default=1e-5)
    for values in numbers:
        several = sum(map(operator.ne, values, numbers[0])) > 1
        plain = lambda *t, v=values: fn(*t, *v)  # noqa: E731
        expected = edges.outcome(plain, tensors)
        try:
            got = edges.outcome(lambda *t, v=values: compiled(*t, *v), tensors)
        except lith.CompileError as error:
            kind = "failed" if error.code == "LTH0700" else "refused"
            return f"{kind} (varying): {error}"
        if several and isinstance(expected, str) and isinstance(got, str):
            continue  # which of two wrong numbers is seen first
        lines = compare(tensors, expected, got, rounding)
        if lines and not (
            edges.is_defect(plain, tensors) or edges.is_rounding(plain, tensors, got, rounding)
        ):
            shown = ", ".join(f"{str(t.dtype)[6:]}{list(t.shape)}" for t in tensors)
            return f"differs (varying): {call} of {values} on {shown}\n" + "\n".join(
                line[:300] for line in lines
            )
    return ""


def main(seeds: range) -> int:
    edges.operators()
    return judge_all(judge, seeds, eager)
