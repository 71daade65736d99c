"""nn.LSTM, nn.GRU, nn.RNN and their cells, unmodified: padded, packed, with and without a state, and the gradients."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

import lith

SHAPES = [(2, 4), (1, 1), (3, 7)]  # (batch, steps)


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


class Packed(nn.Module):
    """A recurrent module over sequences of different lengths."""

    def __init__(self, layer: nn.Module, is_sorted: bool):
        super().__init__()
        self.layer = layer
        self.is_sorted = is_sorted

    def forward(self, x, lengths, state=None):
        first = self.layer.batch_first
        packed = pack_padded_sequence(x, lengths, first, self.is_sorted)
        out, state = self.layer(packed, state)
        out, lengths = pad_packed_sequence(out, first, padding_value=-1.0, total_length=9)
        return out, state, lengths


def leaves(value: Any) -> list[torch.Tensor]:
    if isinstance(value, tuple):
        return [leaf for each in value for leaf in leaves(each)]
    return [value]


def gradients(module: nn.Module, results: list[torch.Tensor]) -> list[Any]:
    """Of the parameters, of a sum in which no two elements count the same."""
    parts = [r for r in results if r.requires_grad]
    total = sum((r * torch.linspace(0.5, 1.5, r.numel()).view_as(r)).sum() for r in parts)
    return list(torch.autograd.grad(total, list(module.parameters()), allow_unused=True))


def compare(module: nn.Module, calls: list[tuple[Any, ...]]) -> None:
    """Several calls of one program, without and with gradients."""
    for is_training in (False, True):
        program = lith.to_static(module.eval())
        with torch.set_grad_enabled(is_training):
            for args in calls:
                got, want = leaves(program(*args)), leaves(module(*args))
                assert len(got) == len(want)
                if is_training:
                    got, want = got + gradients(module, got), want + gradients(module, want)
                for g, w in zip(got, want):
                    torch.testing.assert_close(g, w, rtol=1e-5, atol=1e-5)
        assert len(program.get_debug_state().programs) == 1


KINDS: list[tuple[type, dict[str, Any]]] = [
    (nn.LSTM, {}),
    (nn.LSTM, {"bidirectional": True, "num_layers": 2, "proj_size": 3}),
    (nn.LSTM, {"batch_first": True, "bias": False, "proj_size": 3}),
    (nn.GRU, {"bidirectional": True, "num_layers": 2}),
    (nn.GRU, {"batch_first": True, "bias": False}),
    (nn.RNN, {"batch_first": True, "num_layers": 3}),
    (nn.RNN, {"bidirectional": True, "nonlinearity": "relu"}),
]


@pytest.mark.parametrize("kind, options", KINDS)
class TestModules:
    def inputs(self, options: dict[str, Any]) -> list[torch.Tensor]:
        first = options.get("batch_first", False)
        return [torch.randn(*((b, t) if first else (t, b)), 6) for b, t in SHAPES]

    def state(self, kind: type, options: dict[str, Any], *batch: int) -> Any:
        layers = options.get("num_layers", 1) * (2 if options.get("bidirectional") else 1)
        h = torch.randn(layers, *batch, options.get("proj_size", 5))
        return (h, torch.randn(layers, *batch, 5)) if kind is nn.LSTM else h

    def test_padded(self, kind, options) -> None:
        module = kind(6, 5, **options)
        inputs = self.inputs(options)
        compare(module, [(x,) for x in inputs])
        states = [self.state(kind, options, b) for b, _ in SHAPES]
        compare(module, list(zip(inputs, states)))
        compare(module, [(torch.randn(t, 6), self.state(kind, options)) for t in (4, 1)])

    def test_packed(self, kind, options) -> None:
        module = kind(6, 5, **options)
        inputs = self.inputs(options)
        lengths = [torch.tensor(n) for n in ([4, 2], [1], [7, 7, 1])]
        compare(Packed(module, True), list(zip(inputs, lengths)))
        lengths = [torch.tensor(n) for n in ([2, 4], [1], [3, 7, 1])]
        states = [self.state(kind, options, b) for b, _ in SHAPES]
        compare(Packed(module, False), list(zip(inputs, lengths, states)))


@pytest.mark.parametrize("kind", [nn.LSTMCell, nn.GRUCell, nn.RNNCell])
def test_cells(kind) -> None:
    module = kind(6, 5)
    compare(module, [(torch.randn(b, 6),) for b in (3, 1)])
    state = torch.randn(2, 3, 5)
    compare(module, [(torch.randn(3, 6), tuple(state) if kind is nn.LSTMCell else state[0])])


def test_replaced_weights_are_seen() -> None:
    module = nn.GRU(3, 4)
    program = lith.to_static(module)
    x = torch.randn(5, 2, 3)
    before = program(x)[0]
    module.weight_hh_l0 = nn.Parameter(module.weight_hh_l0 * 2)
    want = module(x)[0]  # the module takes notice of its new parameter in an eager call
    after = program(x)[0]
    torch.testing.assert_close(after, want)
    assert not torch.equal(before, after)
