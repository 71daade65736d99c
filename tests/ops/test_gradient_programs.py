"""Gradients of functions whose samples cannot be written, or that a rule of the whole serves."""

from __future__ import annotations

import pytest
import torch

from ops.test_gradients import different
from ops.test_samples import function_of

GENERATOR = torch.Generator().manual_seed(0)


def normal(*sizes: int) -> torch.Tensor:
    return torch.randn(*sizes, dtype=torch.float64, generator=GENERATOR)


INDEX = torch.tensor([[1, 2, 2], [0, 5, 1]])
BAG = torch.tensor([1, 2, 4, 5, 4, 3])
OFFSETS = torch.tensor([0, 2, 2, 5])
F = "torch.nn.functional."
# Expressions of x, y, z ... and their tensors; those of floats get a gradient.
CASES = {
    f"{F}embedding(x, y)": (INDEX, normal(7, 3)),
    f"{F}embedding(x, y, padding_idx=1)": (INDEX, normal(7, 3)),
    f"{F}embedding(x, y, padding_idx=-2)": (INDEX, normal(7, 3)),
    f"{F}embedding(x, y, scale_grad_by_freq=True)": (INDEX, normal(7, 3)),
    f"{F}embedding_bag(x, y, z, mode='sum')": (BAG, normal(7, 3), OFFSETS),
    f"{F}embedding_bag(x, y, z, mode='mean')": (BAG, normal(7, 3), OFFSETS),
    f"{F}cross_entropy(x, y, label_smoothing=0.1)": (normal(4, 5), torch.tensor([0, 4, 2, 2])),
    f"{F}cross_entropy(x, y, ignore_index=2)": (normal(4, 5), torch.tensor([0, 4, 2, 2])),
    f"{F}scaled_dot_product_attention(x, y, z)": (
        normal(2, 4, 8),
        normal(2, 6, 8),
        normal(2, 6, 5),
    ),
    f"{F}scaled_dot_product_attention(x, y, z, is_causal=True)": (normal(2, 6, 8),) * 3,
    f"{F}layer_norm(x, (3, 4), y, z)": (normal(2, 3, 4), normal(3, 4), normal(3, 4)),
    f"{F}group_norm(x, 2, y, z)": (normal(2, 4, 3), normal(4), normal(4)),
    f"{F}batch_norm(x, None, None, y, z, training=True)": (normal(3, 4, 2), normal(4), normal(4)),
    f"{F}max_pool2d(x, 3, 2, 1, return_indices=True)[0]": (normal(2, 3, 7, 6),),
    f"{F}conv3d(x, y, groups=2, dilation=2)": (normal(1, 4, 6, 5, 5), normal(2, 2, 2, 2, 2)),
    "x[y, y]": (normal(6, 6, 2), INDEX),
    "x[x > 0]": (normal(4, 3),),
    "torch.linalg.svd(x, full_matrices=False)[1]": (normal(4, 3),),
    "torch.linalg.svd(x, full_matrices=False)[0].abs()": (normal(4, 3),),
    "torch.linalg.eigh(x + x.T)[1].abs()": (normal(4, 4),),
    "torch.linalg.eigh(x)[1].abs()": (normal(4, 4) + 3 * torch.diag(torch.arange(4.0)),),
    "torch.linalg.eigh(x, UPLO='U')[1].abs()": (normal(4, 4) + 3 * torch.diag(torch.arange(4.0)),),
    "torch.linalg.inv(x)": (normal(2, 3, 3),),
}


def weights(inputs: int, hidden: int, gates: int) -> list[torch.Tensor]:
    return [
        normal(gates * hidden, inputs),
        normal(gates * hidden, hidden),
        normal(gates * hidden),
    ] + [normal(gates * hidden)]


@pytest.mark.parametrize("expression", CASES)
def test_program(expression: str) -> None:
    import lith

    tensors = CASES[expression]
    names = ["x", "y", "z"][: len(tensors)]
    wanted = [n for n, t in zip(names, tensors) if t.is_floating_point()]
    lines = [f"    {n} = {n}.detach().requires_grad_()" for n in wanted]
    lines += [f"    result = {expression}", "    loss = (result * torch.cos(result)).sum()"]
    lines += [f"    return torch.autograd.grad([loss], [{', '.join(wanted)}])"]
    source = f"import torch\n\n\ndef call({', '.join(names)}):\n" + "\n".join(lines) + "\n"
    fn = function_of(source, "program")
    eager, got = fn(*tensors), lith.to_static(fn)(*tensors)
    said = [text for i, pair in enumerate(zip(eager, got)) for text in different(i, *pair)]
    assert not said, "\n".join(said)


@pytest.mark.parametrize(
    ("name", "gates"), [("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1)]
)
@pytest.mark.parametrize("bidirectional", [False, True])
def test_recurrent(name: str, gates: int, bidirectional: bool) -> None:
    import lith

    layer, directions = getattr(torch._VF, name), 2 if bidirectional else 1
    params = [w for _ in range(directions) for w in weights(4, 3, gates)]

    def call(x, h, c, *params):
        x, h, c = [each.detach().requires_grad_() for each in (x, h, c)]
        params = [each.detach().requires_grad_() for each in params]
        state = (h, c) if gates == 4 else h
        result = layer(x, state, params, True, 1, 0.0, True, bidirectional, False)
        loss = (result[0] * result[0]).sum() + (result[1] * 3).sum()
        return torch.autograd.grad([loss], [x, h, *params])

    tensors = [normal(5, 2, 4), normal(directions, 2, 3), normal(directions, 2, 3), *params]
    eager, got = call(*tensors), lith.to_static(call)(*tensors)
    said = [text for i, pair in enumerate(zip(eager, got)) for text in different(i, *pair)]
    assert not said, "\n".join(said)
