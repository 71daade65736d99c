"""What is kept from forward to backward is at most what eager keeps, parameters not counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
import torch
from torch import Tensor, nn

import lith
from lith import _gradients


class Block(nn.Module):
    """Of a ResNet."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.two = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for _ in range(2))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        y = self.relu(self.norms[0](self.one(x)))
        return self.relu(self.norms[1](self.two(y)) + x)


def residual() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3), nn.MaxPool2d(2), Block(8), Block(8), nn.AdaptiveAvgPool2d(1)
    )


def encoder() -> nn.Module:
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=100,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
    )
    return BertModel(config, add_pooling_layer=False)


def decoder() -> nn.Module:
    from transformers import GPT2Config, GPT2Model

    return GPT2Model(GPT2Config(vocab_size=100, n_embd=32, n_layer=2, n_head=4, use_cache=False))


class Powers(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = x.abs() + 1
        return y**2 + y**3 + y**0.5 + y**-0.5 + y**-1 + y**1


MODELS = {
    "residual": (residual, torch.randn(2, 3, 16, 16)),
    "encoder": (encoder, torch.randint(100, (3, 17))),
    "decoder": (decoder, torch.randint(100, (3, 17))),
    "lstm": (lambda: nn.LSTM(6, 8, 2), torch.randn(5, 3, 6)),
    "powers": (Powers, torch.randn(50).requires_grad_()),
}


def loss(result: Any) -> Tensor:
    return (result if isinstance(result, Tensor) else result[0]).mean()


def bytes_of(storages: Iterable[tuple[int, int]], model: nn.Module) -> int:
    parameters = {each.data_ptr() for each in model.parameters()}
    return sum({at: size for at, size in storages if at not in parameters}.values())


@pytest.mark.parametrize("name", MODELS)
def test_at_most_what_eager_keeps(name: str) -> None:
    make: Callable[[], nn.Module]
    make, x = MODELS[name]
    torch.manual_seed(0)
    model = make()
    kept = []

    def pack(tensor: Tensor) -> Tensor:
        kept.append(tensor.untyped_storage())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = loss(model(x))
    eager = bytes_of(((each.data_ptr(), each.nbytes()) for each in kept), model)
    result.backward()
    program = lith.to_static(lambda x: loss(model(x)))
    for _ in range(2):
        result = program(x)
        assert 0 < bytes_of(_gradients.kept_storages(result), model) <= eager
        result.backward()
