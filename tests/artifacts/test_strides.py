"""Weights and constants of an artifact lie in memory as they did: `stride()`, `view` and the layout of results show it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import torch

import lith

EXCHANGED = torch.arange(6.0).reshape(2, 3).t()
GAPS = torch.arange(12.0).reshape(3, 4)[:, ::2]


class Layers(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(3, 4).t())
        self.conv = torch.nn.Conv2d(2, 3, 3).to(memory_format=torch.channels_last)
        self.register_buffer("seen", torch.zeros(3, 2).t())
        self.register_buffer("one", torch.ones(1, 4, 1).permute(2, 0, 1))

    def forward(self, x: torch.Tensor, image: torch.Tensor) -> Any:
        self.seen.add_(EXCHANGED.t())
        return self.read(x, image)

    def read(self, x: torch.Tensor, image: torch.Tensor) -> Any:
        y = self.weight + 1
        strides = [y.stride(), self.seen.stride(), self.conv.weight.stride(), self.one.stride()]
        return x @ self.weight, self.conv(image), strides, EXCHANGED, EXCHANGED.is_contiguous()


class Frozen(torch.nn.Module):
    def __init__(self, layers: Layers) -> None:
        super().__init__()
        self.layers = layers

    def forward(self, x: torch.Tensor, image: torch.Tensor) -> Any:
        return self.layers.read(x, image)


def same(a: Any, b: Any) -> None:
    torch.testing.assert_close(a, b)
    if isinstance(a, torch.Tensor):
        assert a.stride() == b.stride()
    elif isinstance(a, (list, tuple)):
        for one, other in zip(a, b, strict=True):
            same(one, other)


@pytest.fixture
def loaded(tmp_path: Path) -> tuple[Any, Layers]:
    module = Layers()
    program = lith.to_static(copy.deepcopy(module))
    inputs = torch.randn(5, 4), torch.randn(1, 2, 8, 8)
    same(program(*inputs), module(*inputs))
    program.save(tmp_path / "layers.lith")
    return lith.load(tmp_path / "layers.lith"), module


def test_results_lie_as_in_eager(loaded: tuple[Any, Layers]) -> None:
    program, module = loaded
    for rows in (2, 3):
        inputs = torch.randn(rows, 4), torch.randn(rows, 2, 8, 8)
        same(program(*inputs), module(*inputs))


def test_state_is_read_and_replaced(loaded: tuple[Any, Layers]) -> None:
    program, module = loaded
    for name, tensor in module.state_dict().items():
        same(program.state_dict()[name], tensor)
    other = {name: torch.randn(tensor.shape) for name, tensor in module.state_dict().items()}
    program.load_state_dict(other)
    module.load_state_dict(other)
    inputs = torch.randn(5, 4), torch.randn(1, 2, 8, 8)
    same(program(*inputs), module(*inputs))


def test_a_tensor_with_gaps(tmp_path: Path) -> None:
    program = lith.to_static(lambda x: x + GAPS)
    x = torch.ones(3, 2)
    program(x)
    program.save(tmp_path / "gaps.lith")
    same(lith.load(tmp_path / "gaps.lith")(x), x + GAPS)


def test_a_frozen_program(tmp_path: Path) -> None:
    module = Layers()
    program = lith.to_static(Frozen(copy.deepcopy(module)), freeze=True)
    inputs = torch.randn(5, 4), torch.randn(1, 2, 8, 8)
    same(program(*inputs), module.read(*inputs))
    program.save(tmp_path / "frozen.lith")
    loaded = lith.load(tmp_path / "frozen.lith")
    for rows in (1, 3):
        inputs = torch.randn(rows, 4), torch.randn(rows, 2, 8, 8)
        same(program(*inputs), module.read(*inputs))
        same(loaded(*inputs), module.read(*inputs))
