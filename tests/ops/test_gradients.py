"""Gradients of operators against eager PyTorch, on PyTorch's own samples in float64.

A sample becomes a function that makes its tensors require a gradient, calls the operator and asks
torch.autograd.grad for their gradients, None among them, under fixed gradients of its results. What
is refused although the call alone is not stands in refused.toml, what is not as eager has it in
gradients.toml; both are strict.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
import torch

from ops import refusals, samples
from ops.test_samples import function_of, text_of

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


def source_of(call: str, count: int, wanted: list[int], outputs: list[int], single: bool) -> str:
    """The function of a call `t0.f(t1)`; `wanted` are the tensors that get a gradient."""
    names = ", ".join([f"t{i}" for i in range(count)] + [f"w{i}" for i in outputs])
    lines = [f"    t{i} = t{i}.detach().requires_grad_()" for i in wanted]
    results = ", ".join("result" if single else f"result[{i}]" for i in outputs)
    inputs = ", ".join(f"t{i}" for i in wanted)
    weights = ", ".join(f"w{i}" for i in outputs)
    asked = f"torch.autograd.grad([{results}], [{inputs}], [{weights}], allow_unused=True)"
    lines += [f"    result = {call}", f"    return {asked}"]
    return f"import torch\n\n\ndef call({names}):\n" + "\n".join(lines) + "\n"


def programs(op: Any, limit: int):
    """(call, tensors, source, gradients of the results, wanted), at most `limit` for an operator."""
    torch.manual_seed(1)
    inputs = list(op.sample_inputs("cpu", torch.float64, requires_grad=True))
    random.Random(0).shuffle(inputs)
    count = 0
    for sample in inputs:
        try:
            call, tensors = samples.call_of(op, sample)
        except samples.Unwritten:
            continue
        wanted = [i for i, t in enumerate(tensors) if t.requires_grad]
        if not wanted or count == limit:
            continue
        plain = [t.detach() for t in tensors]
        names = ", ".join(f"t{i}" for i in range(len(tensors)))
        forward = function_of(f"import torch\n\n\ndef call({names}):\n    return {call}\n", op.name)
        torch.manual_seed(0)
        with_gradient = [t.clone().requires_grad_(i in wanted) for i, t in enumerate(plain)]
        try:
            result = forward(*with_gradient)
        except Exception:
            continue
        outputs = [i for i, each in enumerate(tensors_of(result)) if is_differentiable(each)]
        if not outputs:
            continue
        weights = [torch.randn_like(tensors_of(result)[i].detach()) for i in outputs]
        single = isinstance(result, torch.Tensor)
        source = source_of(call, len(tensors), wanted, outputs, single)
        yield forward, plain, source, weights, wanted
        count += 1


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
    for forward, tensors, source, weights, _ in programs(op, LIMIT):
        fn = function_of(source, op.name)
        call = text_of(source.replace("return", "#").replace("result =", "return"), tensors)
        shown = source.splitlines()[-2].strip()[9:] + call[call.index(" on ") :]
        try:
            got = outcome(lith.to_static(fn), tensors + weights)
        except lith.CompileError as error:
            if not is_refused(forward, tensors):
                refused[shown] = refusals.reason(error)
            continue
        ran += 1
        found = compared(outcome(fn, tensors + weights), got)
        said += [f"{shown}: {line[:300]}" for line in found]
    assert bool(said) == (name in KNOWN), "\n" + "\n".join(said or [f"{name} is in {FILE.name}"])
    refusals.check("gradients", name, refused, ran)


def differentiated(forward, wanted: list[int], weights):
    """A function of tensors: the call, then its gradients outside of it."""

    def run(*tensors) -> Any:
        tensors = [t.requires_grad_(i in wanted) for i, t in enumerate(tensors)]
        results = [t for t in tensors_of(forward(*tensors)) if is_differentiable(t)]
        inputs = [tensors[i] for i in wanted]
        return torch.autograd.grad(results, inputs, weights[: len(results)], allow_unused=True)

    return run


@pytest.mark.parametrize("op", operators(), ids=samples.name_of)
def test_gradients_across(op) -> None:
    """The gradients outside of a compiled call. What is refused inside is refused here as well."""
    import lith

    name, said = samples.name_of(op), []
    for forward, tensors, _, weights, wanted in programs(op, 1):
        try:
            got = outcome(differentiated(lith.to_static(forward), wanted, weights), tensors)
        except lith.CompileError:
            continue
        said += compared(outcome(differentiated(forward, wanted, weights), tensors), got)
    assert bool(said) == (name in ACROSS), "\n" + "\n".join(said or [f"{name} is in {FILE.name}"])
