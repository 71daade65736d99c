"""Gradients where a function has none in the usual sense: eager's choice at kinks, poles and ties."""

from __future__ import annotations

import pytest
import torch

from ops.test_samples import function_of

NAN, INF = float("nan"), float("inf")
# Expressions of x, and what x is.
CASES = {
    "torch.relu(x)": [-1.0, 0.0, 2.0, NAN],
    "torch.nn.functional.relu6(x)": [-1.0, 0.0, 3.0, 6.0, 7.0],
    "torch.nn.functional.hardtanh(x)": [-2.0, -1.0, 0.0, 1.0, NAN],
    "torch.nn.functional.hardsigmoid(x)": [-4.0, -3.0, 0.0, 3.0, 4.0],
    "torch.nn.functional.hardswish(x)": [-4.0, -3.0, 0.0, 3.0, 4.0],
    "torch.nn.functional.hardshrink(x)": [-0.5, 0.0, 0.5, 1.0, NAN],
    "torch.nn.functional.softshrink(x)": [-0.5, 0.0, 0.5, 1.0, NAN],
    "torch.nn.functional.leaky_relu(x)": [-1.0, 0.0, 1.0, NAN],
    "torch.nn.functional.elu(x)": [-1.0, 0.0, 1.0, NAN],
    "torch.nn.functional.threshold(x, 1.0, 5.0)": [0.0, 1.0, 2.0],
    "torch.nn.functional.logsigmoid(x)": [-1000.0, 0.0, 1000.0],
    "torch.nn.functional.softplus(x)": [-1000.0, 0.0, 20.0, 1000.0],
    "torch.abs(x)": [-1.0, 0.0, 1.0],
    "torch.sqrt(x)": [0.0, 1.0, -1.0],
    "torch.log(x)": [0.0, 1.0, -1.0],
    "torch.sinc(x)": [0.0, 0.5, 1.0],
    "torch.special.entr(x)": [-1.0, 0.0, 1.0],
    "torch.clamp(x, 0.0, 1.0)": [-1.0, 0.0, 0.5, 1.0, 2.0],
    "torch.clamp_min(x, 0.0)": [-1.0, 0.0, 1.0],
    "torch.clamp_max(x, 0.0)": [-1.0, 0.0, 1.0],
    "x ** 0.0": [0.0, 1.0],
    "x ** 0.5": [0.0, 1.0],
    "x ** 2": [0.0, 1.0],
    "x ** -1": [0.0, 1.0],
    "torch.tensor([0.0, 2.0, 0.0], dtype=torch.float64) ** x": [0.0, 0.0, 2.0],
    "torch.pow(torch.zeros(3, dtype=torch.float64), x)": [0.0, 1.0, -1.0],
    "torch.maximum(x, torch.zeros_like(x))": [-1.0, 0.0, 1.0],
    "torch.minimum(x, torch.zeros_like(x))": [-1.0, 0.0, 1.0],
    "torch.fmax(x, torch.zeros_like(x))": [-1.0, 0.0, NAN],
    "torch.max(x)": [1.0, 3.0, 3.0],
    "torch.amax(x, 0)": [1.0, 3.0, 3.0],
    "torch.max(x, 0).values": [1.0, 3.0, 3.0],
    "torch.median(x)": [1.0, 1.0, 3.0],
    "torch.median(x, 0).values": [1.0, 1.0, 3.0],
    "torch.atan2(x, x)": [0.0, 1.0],
    "torch.nn.functional.smooth_l1_loss(x, torch.zeros_like(x))": [0.5, 2.0, INF, -INF, 1.0],
    "torch.nn.functional.huber_loss(x, torch.zeros_like(x))": [0.5, 2.0, INF, -INF, 1.0],
    "x.index_reduce(0, torch.tensor([0, 0, 2]), torch.ones(3).double(), 'amin', include_self=False)": [
        1.0, 2.0, 3.0,
    ],
    "torch.ones(3).double().scatter_reduce(0, torch.tensor([0, 0, 2]), x, 'amax', include_self=False)": [
        1.0, 1.0, 3.0,
    ],
    "x.max()": [1.0, NAN, 3.0, NAN],
    "x.max() * float('nan')": [1.0, 3.0, 3.0],
    "x.min() * float('inf')": [1.0, 3.0, 1.0],
    "x.median() * float('nan')": [1.0, 3.0, 2.0],
    "x.amax() * float('nan')": [1.0, 3.0, 3.0],
    "x.aminmax().max * float('nan')": [1.0, 3.0, 3.0],
    "torch.linalg.vector_norm(x)": [0.0, 0.0],
    "torch.linalg.vector_norm(x, 1)": [0.0, 1.0],
    "torch.linalg.vector_norm(x, 3)": [0.0, 0.0],
    "torch.linalg.vector_norm(x, float('inf'))": [2.0, -2.0, 1.0],
    "torch.std(x)": [1.0, 1.0, 1.0],
    "torch.prod(x)": [0.0, 2.0, 3.0],
    "torch.prod(x, 0)": [0.0, 0.0, 3.0],
    "torch.cumprod(x, 0)": [2.0, 0.0, 3.0, 0.0, 4.0],
    "torch.where(x > 0, x, torch.exp(1000 * x))": [1.0, -1.0, 2.0],
    "torch.where(x > 0, torch.log(x), x)": [1.0, -1.0, 0.0],
    "torch.xlogy(x, torch.zeros_like(x))": [0.0, 1.0],
    "torch.logsumexp(x, 0)": [-INF, 0.0],
    "torch.softmax(x, 0)": [-INF, 0.0, 1.0],
    "torch.nn.functional.binary_cross_entropy(x, torch.tensor([0.0, 1.0, 0.5]).double())": [
        0.0, 1.0, 0.25,
    ],
    "torch.linalg.det(x.reshape(2, 2))": [1.0, 2.0, 2.0, 4.0],
    "torch.round(x) + torch.floor(x) * x": [0.5, 1.0, 1.5],
    "torch.remainder(x, 2.0)": [-1.0, 2.0, 3.0],
}  # fmt: skip


@pytest.mark.parametrize("expression", CASES)
def test_kink(expression: str) -> None:
    import lith

    fn = function_of(
        "import torch\n\n\ndef call(x):\n    x = x.detach().requires_grad_()\n"
        f"    result = {expression}\n"
        "    return torch.autograd.grad([result], [x], [torch.ones_like(result)])[0]\n",
        "kink",
    )
    x = torch.tensor(CASES[expression], dtype=torch.float64)
    eager, got = fn(x), lith.to_static(fn)(x)
    assert torch.allclose(eager, got, rtol=1e-7, atol=0, equal_nan=True), f"{got}, eager {eager}"
