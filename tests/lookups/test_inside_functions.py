"""What functions of torch call inside, replaced before the first call or between two calls."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
import torch
import torch.nn.functional as F

import lith

X = torch.randn(4, 4, generator=torch.Generator().manual_seed(0))
LABELS = torch.tensor([0, 1, 2, 3])


def attention(x: torch.Tensor) -> torch.Tensor:
    sides, rows = (torch.ones(12, 4), torch.zeros(12)), x[:, None]
    return F.multi_head_attention_forward(
        rows, rows, rows, 4, 2, *sides, None, None, False, 0.0, torch.ones(4, 4), None
    )[0]


REPLACED: list[tuple[Any, str, Callable]] = [
    (torch, "relu", lambda x: F.relu(x)),
    (torch, "relu", lambda x: torch.nn.ReLU()(x)),
    (torch.Tensor, "softmax", lambda x: F.softmax(x, -1)),
    (torch.Tensor, "log_softmax", lambda x: F.log_softmax(x, -1)),
    (torch._C._nn, "cross_entropy_loss", lambda x: F.cross_entropy(x, LABELS)),
    (torch, "layer_norm", lambda x: F.layer_norm(x, (4,))),
    (torch, "embedding", lambda x: F.embedding(LABELS, x)),
    (torch, "batch_norm", lambda x: F.batch_norm(x, torch.zeros(4), torch.ones(4))),
    (torch, "max_pool2d", lambda x: F.max_pool2d(x[None], 2)),
    (torch, "group_norm", lambda x: F.group_norm(x[None], 2)),
    (torch._VF, "einsum", lambda x: torch.einsum("ij,jk->ik", x, x)),
    (torch.Tensor, "norm", lambda x: F.normalize(x)),
    (torch.Tensor, "clamp_min", lambda x: F.normalize(x)),
    (F, "linear", lambda x: torch.nn.Linear(4, 2, dtype=x.dtype)(x) * 0),
    (F, "linear", attention),
    (F, "softmax", attention),
]


@pytest.mark.parametrize("make", [functools.partial, mock.MagicMock], ids=["partial", "mock"])
def test_replaced_by_other_callables(make: Callable) -> None:
    compiled = lith.to_static(lambda x: F.relu(x))
    for new in (make(torch.neg), None, make(torch.exp)):
        if isinstance(new, mock.MagicMock):
            new.return_value = X * 3
        with mock.patch.object(torch, "relu", new=new or torch.relu):
            torch.testing.assert_close(compiled(X), F.relu(X))


OF_C: list[tuple[Any, str, Callable, Callable]] = [
    (torch, "relu", torch.neg, lambda x: F.relu(x)),
    (torch, "relu", torch.prelu, lambda x: F.leaky_relu(x) + F.threshold(x, 0.5, 1.0)),
    (torch, "relu", len, lambda x: F.relu(x)),
    (torch, "selu", torch.tanh, lambda x: F.selu(x)),
    (torch.Tensor, "clamp_min", torch.Tensor.clamp_max, lambda x: F.normalize(x)),
    (torch.Tensor, "softmax", torch.Tensor.log_softmax, lambda x: F.softmax(x, -1)),
]


@pytest.mark.parametrize("before", [True, False], ids=["called before", "replaced first"])
@pytest.mark.parametrize(
    "owner, name, new, function", OF_C, ids=[f"{i}-{c[1]}" for i, c in enumerate(OF_C)]
)
def test_replaced_by_functions_of_c(
    owner: Any, name: str, new: Any, function: Callable, before: bool
) -> None:
    compiled, usual = lith.to_static(function), function(X)
    if before:
        torch.testing.assert_close(compiled(X), usual)
    with mock.patch.object(owner, name, new=new):
        torch.testing.assert_close(compiled(X), function(X))
    torch.testing.assert_close(compiled(X), usual)


@pytest.mark.parametrize("before", [True, False], ids=["called before", "replaced first"])
@pytest.mark.parametrize(
    "owner, name, function",
    REPLACED,
    ids=[f"{i}-{name}" for i, (_, name, _) in enumerate(REPLACED)],
)
def test_replaced(owner: Any, name: str, function: Callable, before: bool) -> None:
    original, calls = getattr(owner, name), []

    def counted(*args: Any, **kwargs: Any) -> Any:
        calls.append(name)
        return original(*args, **kwargs) + 7

    compiled, usual = lith.to_static(function), function(X)
    if before:
        torch.testing.assert_close(compiled(X), usual)
    with mock.patch.object(owner, name, new=counted):
        want, times = function(X), len(calls)
        calls.clear()
        torch.testing.assert_close(compiled(X), want)
        assert len(calls) == times
    torch.testing.assert_close(compiled(X), usual)
