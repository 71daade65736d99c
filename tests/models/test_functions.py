"""Functions with a gradient of the user's, modules that are converted, quantised numbers."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn

import lith


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None


class Softmax(torch.autograd.Function):
    @staticmethod
    def forward(self, x, mask, dim):
        self.dim = dim
        out = torch.softmax(x.masked_fill(~mask, torch.finfo(x.dtype).min), self.dim)
        out.masked_fill_(~mask, 0)
        self.save_for_backward(out)
        return out


class Several(torch.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x + y, x > y, x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.mark_non_differentiable(output[1])
        ctx.first = inputs[0]


class Added(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.add_(1)
        ctx.mark_dirty(x)
        return x


def several(x):
    a, b, c = Several.apply(x, x * x)
    return a, b, c, c is x


def added(x):
    y = x.clone()
    z = Added.apply(y)
    return z, z is y


FUNCTIONS = {
    "scaled": lambda x: Scaled.apply(x, 2.0),
    "softmax": lambda x: Softmax.apply(x, x > 0, -1),
    "several": several,
    "added": added,
    "numpy": lambda x: x * -(np.log(100.0) / 4) + -np.pi,
    "per_tensor": lambda x: torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255),
    "per_channel": lambda x: torch.fake_quantize_per_channel_affine(
        x, torch.tensor([0.1, 0.02, 0.5]), torch.tensor([0, 1, 2], dtype=torch.int32), 1, -128, 127
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("grad", [False, True])
def test_functions(name: str, grad: bool) -> None:
    fn = FUNCTIONS[name]
    program = lith.to_static(fn)
    with torch.set_grad_enabled(grad):
        for rows in (2, 1, 40):
            x = torch.randn(rows, 3) * 5
            x.requires_grad_(grad and name in ("scaled", "softmax", "several"))
            got, want = program(x), fn(x)
            got, want = (v if isinstance(v, tuple) else (v,) for v in (got, want))
            for a, b in zip(got, want):
                if isinstance(b, torch.Tensor):
                    torch.testing.assert_close(a, b)
                    assert a.requires_grad == b.requires_grad
                else:
                    assert a == b
    assert len(program.get_debug_state().programs) == 1


@pytest.mark.parametrize("convert", ["to", "double"])
def test_converted(convert: str) -> None:
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(3, 3)

        def forward(self, x):
            if convert == "to":
                self.layer = self.layer.to(torch.float32)
            else:
                self.layer.double()
            return self.layer(x.to(self.layer.weight.dtype))

    model = Model()
    program = lith.to_static(model)
    with torch.no_grad():
        for rows in (2, 1):
            x = torch.randn(rows, 3)
            got = program(x)
            torch.testing.assert_close(got, model(x))
            assert model.layer.weight.dtype == got.dtype
