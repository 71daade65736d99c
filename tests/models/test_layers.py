"""Layers of torch.nn in training and with padding: the random numbers and shortcuts of PyTorch."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import lith


@pytest.fixture(autouse=True)
def no_gradients():
    with torch.no_grad():
        torch.manual_seed(0)
        yield


def same_numbers(program, fn, *arguments: torch.Tensor) -> None:
    """Under one seed the same result, and the generator is left in the same state."""
    torch.manual_seed(5)
    want, then = fn(*arguments), torch.rand(3)
    torch.manual_seed(5)
    torch.testing.assert_close(program(*arguments), want, rtol=1e-5, atol=1e-5)
    assert torch.equal(torch.rand(3), then)


DROPOUTS = {
    "plain": lambda x: F.dropout(x, 0.3),
    "exchanged": lambda x: (F.dropout(x.transpose(0, 2), 0.3), F.dropout(x.permute(2, 0, 1)[:, :2], 0.5)),
    "features": lambda x: F.dropout1d(x, 0.5) + F.dropout2d(x.unsqueeze(0), 0.5)[0],
    "alpha": lambda x: F.alpha_dropout(x, 0.2, True),
    "alpha_features": lambda x: F.feature_alpha_dropout(x, 0.4, True),
    "like": lambda x: torch.rand_like(x.transpose(1, 2)),
    "leaky": lambda x: F.rrelu(x, training=True) + F.rrelu(x),
    "gumbel": lambda x: (F.gumbel_softmax(x, dim=-1), F.gumbel_softmax(x, tau=0.5, hard=True, dim=1)),
    "choices": lambda x: (torch.multinomial(x.flatten(1).softmax(-1), 1), x.flatten(1).softmax(-1).multinomial(2)),
    "distributions": lambda x: (x.clone().exponential_(2), x.clone().geometric_(0.3), x.clone().cauchy_(1, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", DROPOUTS)
def test_dropout(name: str) -> None:
    fn = DROPOUTS[name]
    program = lith.to_static(fn)
    for size in ((2, 3, 4), (5, 1, 2), (1, 6, 6)):
        same_numbers(program, fn, torch.randn(*size))


def test_encoder_in_training() -> None:
    layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
    model = nn.TransformerEncoder(layer, 2).train()
    program = lith.to_static(model)
    for size in ((2, 5, 16), (1, 2, 16), (3, 4, 16)):
        same_numbers(program, model, torch.randn(*size))


@pytest.mark.parametrize("left", [True, False])
def test_padding_of_an_encoder(left: bool) -> None:
    """PyTorch leaves 0 at padding where all of it is at the end."""
    layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
    model = nn.TransformerEncoder(layer, 2, nn.LayerNorm(16)).eval()
    program = lith.to_static(model)
    for batch, length in ((2, 5), (1, 2), (3, 4)):
        padding = torch.arange(length).expand(batch, length) >= max(1, length - 2)
        if not left:
            padding = padding.flip(1)
        x = torch.randn(batch, length, 16)
        want = model(x, src_key_padding_mask=padding)
        got = program(x, src_key_padding_mask=padding)
        torch.testing.assert_close(got, want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
def test_weights_replaced(kind: type) -> None:
    """Each way to change the weights of a recurrent module is seen at the next call."""
    model, other = (kind(6, 5, 2, batch_first=True).eval() for _ in range(2))
    program, x = lith.to_static(model), torch.randn(2, 3, 6)

    def check() -> None:
        got = program(x)  # before any eager call, which would tell the module
        torch.testing.assert_close(got, model(x), rtol=1e-5, atol=1e-5)

    check()
    model.weight_ih_l0 = nn.Parameter(torch.randn_like(model.weight_ih_l0))
    check()
    model.weight_hh_l1.data = torch.randn_like(model.weight_hh_l1)
    check()
    model.load_state_dict(other.state_dict())
    check()
    model.bias_ih_l0.copy_(torch.ones_like(model.bias_ih_l0))
    check()


def test_reversed_modules() -> None:
    layers = nn.Sequential(nn.Linear(3, 3), nn.Tanh())

    def fn(x):
        for layer in reversed(layers):
            x = layer(x)
        return x

    x = torch.randn(2, 3)
    torch.testing.assert_close(lith.to_static(fn)(x), fn(x))


def test_distributions() -> None:
    """torch.distributions, with the checks of its arguments."""
    D = torch.distributions

    def fn(x, y):
        normal, choice = D.Normal(x, y.exp()), D.Categorical(logits=x)
        mixture = D.MixtureSameFamily(choice, D.Normal(x, y.exp()))
        drawn = normal.rsample()
        near = D.kl_divergence(normal, D.Normal(torch.zeros_like(x), torch.ones_like(x)))
        return (
            drawn,
            normal.log_prob(drawn),
            choice.entropy(),
            mixture.log_prob(x[:, 0]),
            near,
            D.Bernoulli(logits=y).entropy(),
        )

    program = lith.to_static(fn)
    for size in ((2, 3), (1, 4), (5, 2)):
        x, y = torch.randn(*size), torch.randn(*size)
        torch.manual_seed(5)
        want = fn(x, y)
        torch.manual_seed(5)
        torch.testing.assert_close(program(x, y), want, rtol=1e-5, atol=1e-5)


def test_autocast_of_other_devices() -> None:
    def fn(x):
        with torch.autocast("cuda", enabled=False, dtype=torch.float16):
            return x @ x.T

    x = torch.randn(2, 3)
    torch.testing.assert_close(lith.to_static(fn)(x), fn(x))


def test_alignments_of_speech() -> None:
    """Wav2Vec2 switches cudnn off around its loss."""

    def fn(x, y):
        with torch.backends.cudnn.flags(enabled=False):
            return F.ctc_loss(x, y, [x.shape[0]], [y.shape[1]])

    program = lith.to_static(fn)
    for length in (5, 3, 9):
        x, y = torch.randn(length, 1, 4).log_softmax(-1), torch.tensor([[1, 2]])
        torch.testing.assert_close(program(x, y), fn(x, y), rtol=1e-5, atol=1e-5)
