"""Gradients of functions of elements for all pairs of unusual numbers and gradients that arrive: PyTorch's own
operators of one and of two operands, activations, and losses without a reduction. What differs stands in
gradients.toml."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import torch

from ops import samples
from ops.test_gradients import LISTED
from ops.test_samples import function_of

pytestmark = [pytest.mark.generated, pytest.mark.filterwarnings("ignore")]

NAN, INF = float("nan"), float("inf")
NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 3.0, INF, -INF, NAN]
ARRIVING = [1.0, 0.0, -0.0, INF, -INF, NAN]
ACTIVATIONS = (
    "celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish relu relu6 selu silu "
    "softplus softshrink softsign tanhshrink"
).split()
LOSSES = (
    "mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy_with_logits soft_margin_loss kl_div "
    "poisson_nll_loss"
).split()
OTHERS = [
    "torch.clamp(x, -0.5, 0.5)", "torch.clamp(x, min=y)", "torch.clamp(x, max=y)", "x ** 2", "x ** 0.5", "x ** -1",
    "2 ** x", "0.0 ** x", "(-1.0) ** x", "x % 2", "x / 2", "2 / x", "torch.logit(x, 0.1)", "torch.where(x > y, x, y)",
    "torch.lerp(x, y, 0.3)", "torch.lerp(x, y, 0.7)", "torch.addcmul(x, x, y, value=2.0)",
    "torch.addcdiv(x, x, y, value=2.0)", "x.masked_fill(x > 0, 0.0)", "torch.nan_to_num(x, 1.0, 2.0, 3.0)",
    "torch.nn.functional.smooth_l1_loss(x, y, beta=0.0, reduction='none')", "torch.xlogy(2.0, x)",
]  # fmt: skip


def calls() -> list[str]:
    named = []
    for op in samples.operators():
        operands = {"UnaryUfuncInfo": "x", "BinaryUfuncInfo": "x, y"}.get(type(op).__name__)
        if operands and op.supports_autograd:
            path = op.name if callable(getattr(torch, op.name, torch.add)) else f"Tensor.{op.name}"
            named.append(f"torch.{path}({operands})")
    functional = "torch.nn.functional."
    named += [f"{functional}{name}(x)" for name in ACTIVATIONS]
    named += [f"{functional}{name}(x, y, reduction='none')" for name in LOSSES]
    return [call for call in sorted({*named, *OTHERS}) if has_gradient(call)]


def function(call: str) -> Callable[..., Any]:
    source = f"""\
import torch


def call(x, y, g):
    x, y = x.detach().requires_grad_(), y.detach().requires_grad_()
    return torch.autograd.grad([{call}], [x, y], [g], allow_unused=True)
"""
    return function_of(source, "elements")


def has_gradient(call: str) -> bool:
    """Whether eager takes these arguments alone, and differentiates."""
    one = torch.ones(1, dtype=torch.float64)
    try:
        function(call)(one, one, one)
    except (RuntimeError, TypeError, AssertionError):
        return False
    return True


def differences(call: str) -> list[str]:
    import lith

    numbers = list(itertools.product(NUMBERS, NUMBERS if "y" in call else [1.0], ARRIVING))
    x, y, g = (torch.tensor(each, dtype=torch.float64) for each in zip(*numbers, strict=True))
    run = function(call)
    expected = run(x, y, g)
    try:
        found = lith.to_static(run)(x, y, g)
    except lith.CompileError:
        return []
    said = []
    for name, one, other in zip("xy", expected, found, strict=True):
        if (one is None) != (other is None):
            said.append(f"of {name}: {other}, eager {one}")
        elif one is not None:
            near = torch.isclose(other, one, 1e-6, 1e-9, equal_nan=True)
            said += [
                f"x={x[i]} y={y[i]} arriving {g[i]}: of {name} {other[i]}, eager {one[i]}"
                for i in (~near).nonzero().flatten().tolist()
            ]
    return said


@pytest.mark.parametrize("call", calls())
def test_gradients_of_elements(call: str) -> None:
    said = differences(call)
    assert bool(said) == (call in LISTED["elements"]), "\n".join(said[:20])
