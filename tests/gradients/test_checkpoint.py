"""torch.utils.checkpoint, both kinds: gradients inside of a program and across it are eager's."""

from __future__ import annotations

import warnings

import pytest
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

import lith
from gradients.harness import check, leaves

REENTRANT = pytest.mark.parametrize("reentrant", [True, False])


class Deep(nn.Module):
    def __init__(self, reentrant: bool, parts: int = 0) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.Sequential(
            *[nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Dropout(0.4)) for _ in range(4)]
        )
        self.reentrant, self.parts = reentrant, parts

    def forward(self, x):
        if self.parts:
            return checkpoint_sequential(
                self.layers, self.parts, x, use_reentrant=self.reentrant
            ).sum()
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=self.reentrant, preserve_rng_state=True)
        return x.sum()


def compare(model, step, compiled, x) -> None:
    """Losses, gradients and what the generator gives afterwards."""
    made = []
    for run in (step, compiled):
        x.grad = None
        model.zero_grad()
        torch.manual_seed(3)
        loss = run(x)
        grads = [None if p.grad is None else p.grad.clone() for p in [x, *model.parameters()]]
        made.append((loss.detach(), grads, torch.rand(2)))
    assert [g is None for g in made[0][1]] == [g is None for g in made[1][1]]
    torch.testing.assert_close(made[0], made[1])


@REENTRANT
@pytest.mark.parametrize("parts", [0, 2])
@pytest.mark.parametrize("required", [True, False])
@pytest.mark.filterwarnings("ignore:None of the inputs")
def test_a_model_with_dropout(reentrant, parts, required) -> None:
    model = Deep(reentrant, parts)
    if reentrant and not required and parts == 0:
        pytest.skip("its results require no gradient: there is no backward")

    def step(x):
        loss = model(x)
        loss.backward()
        return loss

    compiled, across = lith.to_static(step), lith.to_static(model)

    def outside(x):
        loss = across(x)
        loss.backward()
        return loss

    for count in (3, 5):
        x = torch.randn(count, 4, requires_grad=required)
        compare(model, step, compiled, x)
        compare(model, step, outside, x)


@REENTRANT
def test_functions_with_several_results(reentrant) -> None:
    def function(x, k, y):
        return (x * k).sin(), y.exp(), k

    def step(x, y):
        a, b, k = checkpoint(function, x, 2, y, use_reentrant=reentrant)
        (a.sum() * k + b.prod()).backward()
        return a, b

    check(step, leaves((3,), (2,)))
    check(
        lambda x, y: checkpoint(function, x, 2, y, use_reentrant=reentrant)[:2],
        leaves((3,), (2,)),
        across=True,
    )


def test_what_requires_no_gradient() -> None:
    weight = torch.ones(2, requires_grad=True)

    def step(x):
        y = checkpoint(lambda x: x * weight, x, use_reentrant=True)
        return y, y.requires_grad

    made = []
    for run in (step, lith.to_static(step)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            made.append(run(torch.ones(2))[1])
        assert any("None of the inputs have requires_grad=True" in str(w.message) for w in caught)
    assert made == [False, False]


@REENTRANT
def test_branches_and_loops_in_it(reentrant) -> None:
    def function(x, w):
        y = x @ w
        while y.norm() < 10:
            y = y * 2
        return y.sin() if y.sum() > 0 else y.cos()

    def step(x, w):
        checkpoint(function, x, w, use_reentrant=reentrant).sum().backward()

    check(step, leaves((3, 2), (2, 2)))
    check(
        lambda x, w: checkpoint(function, x, w, use_reentrant=reentrant),
        leaves((3, 2), (2, 2)),
        across=True,
    )
