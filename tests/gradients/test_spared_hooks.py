"""Hooks of tensors where the backward of some results does not come to the tensor: they are not called, as in eager."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn

import lith


class Heads(nn.Module):
    """Two heads over one body; with `layers`, so many parameters that they share a node."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.body = nn.Linear(3, 3)
        self.first, self.second = (
            nn.Sequential(*[nn.Linear(3, 3) for _ in range(layers)]) for _ in range(2)
        )

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.body(x).relu()
        return self.first(x).sum(), self.second(x).sum()


def gradients(wrap: Callable, layers: int, losses: list[str]) -> tuple[Any, list[str]]:
    module, seen = Heads(layers), []
    for name, parameter in module.named_parameters():
        parameter.register_hook(lambda g, name=name: seen.append(name) or g.clamp(-0.5, 0.5) * 2)
    compiled = wrap(module)
    for loss in losses:
        results = compiled(torch.ones(2, 3))
        if loss == "both":
            results[0].backward(retain_graph=True)
            results[1].backward()
        elif loss == "grad":
            given = list(module.parameters())
            seen.append(torch.autograd.grad(results[0], given, allow_unused=True))
        else:
            results[int(loss)].backward()
    held = {
        name: sorted(map(str, p._backward_hooks.values())) for name, p in module.named_parameters()
    }
    assert all("Spared" not in text for texts in held.values() for text in texts)
    return [p.grad for p in module.parameters()], sorted(map(str, seen))


@pytest.mark.parametrize("layers", [1, 6])
@pytest.mark.parametrize("losses", [["0"], ["1", "0"], ["both"], ["grad"], ["0", "both"]])
def test_heads(layers: int, losses: list[str]) -> None:
    want, seen = gradients(lambda m: m, layers, losses)
    got, called = gradients(lith.to_static, layers, losses)
    torch.testing.assert_close(got, want)
    assert [text.split("(")[0] for text in called] == [text.split("(")[0] for text in seen]


@pytest.mark.parametrize("is_leaf", [True, False])
def test_a_tensor_that_another_graph_comes_to(is_leaf: bool) -> None:
    """The hook is called once, with the sum, or what there is of it."""

    def run(wrap: Callable) -> tuple[Any, list[Any]]:
        w, x, seen = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), []
        leaf, w = w, w if is_leaf else w * 2
        handle = w.register_hook(lambda g: seen.append(g.tolist()) or g * 3)
        compiled = wrap(lambda x: (x * 2, x * w))
        one, other = compiled(x)
        (one.sum() + (w * 5).sum()).backward(retain_graph=True)
        (one.sum() + other.sum() + (w * 5).sum()).backward(retain_graph=True)
        one.sum().backward(retain_graph=True)
        handle.remove()
        one.sum().backward()
        return (leaf.grad, x.grad), seen

    want, seen = run(lambda f: f)
    got, called = run(lith.to_static)
    torch.testing.assert_close(got, want)
    assert called == seen
