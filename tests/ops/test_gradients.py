"""Gradients of operators against eager PyTorch, on PyTorch's own samples in float64.

A sample becomes a function that makes its tensors require a gradient, calls the operator and asks
torch.autograd.grad for their gradients, None among them, under fixed gradients of its results. What
is refused although the call alone is not stands in refused.toml, what is not as eager has it in
gradients.toml; both are strict.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

from ops import refusals, samples
from ops.test_samples import function_of, text_of

pytestmark = pytest.mark.generated

LIMIT = 2
TOLERANCE = 1e-6
FILE = Path(__file__).parent / "gradients.toml"
LISTED: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
KNOWN, ACROSS = LISTED["different"], LISTED["across"]


def operators() -> list[Any]:
    """Those that have gradients in float64, as far as their samples can be written."""
    kept = [op for op in samples.operators() if op.supports_autograd]
    return [op for op in kept if torch.float64 in op.supported_backward_dtypes("cpu")]


def tensors_of(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (tuple, list)) else [result]


def is_differentiable(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.requires_grad


class Program(NamedTuple):
    """A sample that has a gradient."""

    forward: Any  # the call, a function of the tensors
    tensors: list[torch.Tensor]
    weights: list[torch.Tensor]  # gradients of the results
    wanted: list[int]  # the tensors that get a gradient
    call: str  # of `t0`, `t1` and so on
    results: list[str]  # expressions of `result`

    @property
    def inputs(self) -> list[str]:
        return [f"t{i}" for i in self.wanted]

    @property
    def given(self) -> list[str]:
        return [f"w{i}" for i in range(len(self.weights))]

    @property
    def source(self) -> str:
        """A function that gives the gradients."""
        return self.function([f"return {self.first('allow_unused=True')}"])

    def first(self, how: str) -> str:
        results, inputs, weights = map(", ".join, (self.results, self.inputs, self.given))
        return f"torch.autograd.grad([{results}], [{inputs}], [{weights}], {how})"

    def function(
        self, body: list[str], before: Iterable[str] = (), more: Iterable[str] = ()
    ) -> str:
        """The text of a function of the tensors, the gradients and more: the call between others."""
        names = [f"t{i}" for i in range(len(self.tensors))] + [*self.given, *more]
        leaves = [f"{name} = {name}.detach().requires_grad_()" for name in self.inputs]
        lines = [*leaves, *before, f"result = {self.call}", *body]
        return (
            f"import torch\n\n\ndef call({', '.join(names)}):\n    " + "\n    ".join(lines) + "\n"
        )


def program_of(op: Any, sample: Any) -> Program | None:
    """None: it has no gradient, or cannot be written."""
    try:
        call, tensors = samples.call_of(op, sample)
    except samples.Unwritten:
        return None
    wanted = [i for i, t in enumerate(tensors) if t.requires_grad]
    plain = [t.detach() for t in tensors]
    names = ", ".join(f"t{i}" for i in range(len(tensors)))
    forward = function_of(f"import torch\n\n\ndef call({names}):\n    return {call}\n", op.name)
    torch.manual_seed(0)
    with_gradient = [t.clone().requires_grad_(i in wanted) for i, t in enumerate(plain)]
    try:
        result = forward(*with_gradient)
    except Exception:
        return None
    results = {i: each for i, each in enumerate(tensors_of(result)) if is_differentiable(each)}
    if not wanted or not results:
        return None
    weights = [torch.randn_like(each.detach()) for each in results.values()]
    single = isinstance(result, torch.Tensor)
    texts = ["result" if single else f"result[{i}]" for i in results]
    return Program(forward, plain, weights, wanted, call, texts)


def programs(op: Any, limit: int) -> Iterator[Program]:
    """At most `limit` for an operator, a fixed choice of its samples."""
    torch.manual_seed(1)
    inputs = list(op.sample_inputs("cpu", torch.float64, requires_grad=True))
    random.Random(0).shuffle(inputs)
    made = (program_of(op, sample) for sample in inputs)
    return islice((each for each in made if each), limit)


def outcome(fn, tensors) -> Any:
    """The gradients, or the class of the exception."""
    torch.manual_seed(0)
    try:
        return fn(*[t.clone() for t in tensors])
    except (RuntimeError, IndexError, TypeError, ValueError, NotImplementedError) as error:
        if type(error).__name__ == "CompileError":
            raise
        return type(error).__name__


def is_refused(fn, tensors) -> bool:
    """Whether the call is refused without a gradient as well."""
    import lith

    try:
        lith.to_static(fn)(*[t.clone() for t in tensors])
    except lith.CompileError:
        return True
    except Exception:
        return False
    return False


def compared(eager: Any, got: Any) -> list[str]:
    if isinstance(eager, str) or isinstance(got, str):
        return [] if eager == got else [f"{got}, eager {eager}"]
    return [text for i, pair in enumerate(zip(eager, got)) for text in different(i, *pair)]


def different(i: int, eager: torch.Tensor | None, got: torch.Tensor | None) -> list[str]:
    if eager is None or got is None:
        return [] if eager is got else [f"gradient {i}: {got}, eager {eager}"]
    if eager.shape != got.shape or eager.dtype != got.dtype:
        return [f"gradient {i}: {got.dtype}{got.shape}, eager {eager.dtype}{eager.shape}"]
    least = TOLERANCE * max([1.0, *eager[eager.isfinite()].abs().flatten().tolist()])
    close = torch.allclose(eager, got, rtol=TOLERANCE, atol=least, equal_nan=True)
    return [] if close else [f"gradient {i}: {got.tolist()}, eager {eager.tolist()}"]


@pytest.mark.parametrize("op", operators(), ids=samples.name_of)
def test_gradients(op) -> None:
    import lith

    name, said, ran = samples.name_of(op), [], 0
    refused: dict[str, str] = {}
    for each in programs(op, LIMIT):
        fn = function_of(each.source, op.name)
        shown = text_of(f"return {each.call}", each.tensors)
        try:
            got = outcome(lith.to_static(fn), each.tensors + each.weights)
        except lith.CompileError as error:
            if not is_refused(each.forward, each.tensors):
                refused[shown] = refusals.reason(error)
            continue
        ran += 1
        found = compared(outcome(fn, each.tensors + each.weights), got)
        said += [f"{shown}: {line[:300]}" for line in found]
    assert bool(said) == (name in KNOWN), "\n" + "\n".join(said or [f"{name} is in {FILE.name}"])
    refusals.check("gradients", name, refused, ran)


def differentiated(forward: Any, program: Program) -> Any:
    """A function of tensors: the call, then its gradients outside of it."""

    def run(*tensors) -> Any:
        tensors = [t.requires_grad_(i in program.wanted) for i, t in enumerate(tensors)]
        results = [t for t in tensors_of(forward(*tensors)) if is_differentiable(t)]
        inputs = [tensors[i] for i in program.wanted]
        weights = program.weights[: len(results)]
        return torch.autograd.grad(results, inputs, weights, allow_unused=True)

    return run


@pytest.mark.parametrize("op", operators(), ids=samples.name_of)
def test_gradients_across(op) -> None:
    """The gradients outside of a compiled call. What is refused inside is refused here as well."""
    import lith

    name, said = samples.name_of(op), []
    for each in programs(op, 1):
        try:
            got = outcome(differentiated(lith.to_static(each.forward), each), each.tensors)
        except lith.CompileError:
            continue
        said += compared(outcome(differentiated(each.forward, each), each.tensors), got)
    assert bool(said) == (name in ACROSS), "\n" + "\n".join(said or [f"{name} is in {FILE.name}"])
