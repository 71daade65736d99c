"""What is written outside, between a call and its backward: it raises where eager has kept that, whether
the gradient that is compiled needs it or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith


def leaf(*shape: int) -> torch.Tensor:
    return torch.randn(shape).requires_grad_()


CLASSES = torch.tensor([0, 1, 2])
BITS = torch.tensor([[True, False, True, True]] * 3)
PLACES = torch.tensor([[0, 1], [1, 2], [0, 3]])

Call = tuple[Callable[..., Any], Callable[[], list[Any]]]
CALLS: dict[str, Call] = {
    "mse": (F.mse_loss, lambda: [leaf(3, 4), torch.randn(3, 4)]),
    "smooth_l1": (F.smooth_l1_loss, lambda: [leaf(3, 4), torch.randn(3, 4)]),
    "huber": (F.huber_loss, lambda: [leaf(3, 4), torch.randn(3, 4)]),
    "l1": (F.l1_loss, lambda: [leaf(3, 4), torch.randn(3, 4)]),
    "kl_div": (F.kl_div, lambda: [leaf(3, 4), torch.rand(3, 4)]),
    "nll": (F.nll_loss, lambda: [leaf(3, 4), CLASSES.clone(), torch.rand(4)]),
    "cross_entropy": (F.cross_entropy, lambda: [leaf(3, 4), CLASSES.clone()]),
    "multi_margin": (F.multi_margin_loss, lambda: [leaf(3, 4), CLASSES.clone()]),
    "multilabel_margin": (
        F.multilabel_margin_loss,
        lambda: [leaf(3, 4), torch.tensor([[0, 1, -1, 2]] * 3)],
    ),
    "ctc": (
        lambda x, t: F.ctc_loss(x.log_softmax(2), t, (5, 5), (2, 2)),
        lambda: [leaf(5, 2, 4), torch.tensor([[1, 2], [2, 3]])],
    ),
    "gather": (lambda x, i: x.gather(1, i), lambda: [leaf(3, 4), PLACES.clone()]),
    "masked_select": (torch.masked_select, lambda: [leaf(3, 4), BITS.clone()]),
    "take": (torch.take, lambda: [leaf(3, 4), torch.tensor([0, 5])]),
    "index_add": (
        lambda x, i, s: x.index_add(0, i, s),
        lambda: [leaf(3, 4), torch.tensor([0, 2]), leaf(2, 4)],
    ),
    "cummax": (lambda x: x.cummax(0)[0], lambda: [leaf(3, 4)]),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 2), lambda: [leaf(1, 1, 4, 4)]),
    "grid_sample": (
        lambda x, g: F.grid_sample(x, g, align_corners=False),
        lambda: [leaf(1, 1, 4, 4), torch.rand(1, 2, 2, 2)],
    ),
    "nansum": (torch.nansum, lambda: [leaf(3, 4)]),
    "cross": (torch.linalg.cross, lambda: [leaf(2, 3), torch.randn(2, 3)]),
    "cholesky_solve": (torch.cholesky_solve, lambda: [leaf(3, 2), torch.eye(3) * 2]),
    "prod": (torch.prod, lambda: [leaf(3, 4)]),
    "svdvals": (lambda x: torch.linalg.svdvals(x * 2), lambda: [leaf(3, 4)]),
    "qr": (lambda x: torch.linalg.qr(x)[0], lambda: [leaf(3, 3)]),
    "lstsq": (lambda x, y: torch.linalg.lstsq(x, y)[0], lambda: [leaf(4, 3), leaf(4, 2)]),
    "bilinear": (F.bilinear, lambda: [leaf(3, 4), torch.randn(3, 2), torch.randn(5, 4, 2)]),
    "embedding_bag": (
        lambda w, i, o: F.embedding_bag(i, w, o),
        lambda: [leaf(3, 4), CLASSES.clone(), torch.tensor([0, 2])],
    ),
    "dropout": (F.dropout, lambda: [leaf(3, 4)]),
    "alpha_dropout": (lambda x: F.alpha_dropout(x, 0.5, True), lambda: [leaf(3, 4)]),
    "result_that_a_loss_keeps": (
        lambda x, y: (x * 2, F.mse_loss(x * 2, y)),
        lambda: [leaf(3, 4), torch.randn(3, 4)],
    ),
    "in_a_loop": (
        lambda x, y: sum(F.mse_loss(each * 2, y) for each in x),
        lambda: [leaf(3, 4), torch.randn(4)],
    ),
    "sum_of_several": (
        lambda x, y, z: F.mse_loss(x, y) + F.mse_loss(x * 2, z),
        lambda: [leaf(3, 4), torch.randn(3, 4), torch.randn(3, 4)],
    ),
}


def write(tensor: torch.Tensor) -> None:
    with torch.no_grad():
        tensor.fill_(True if tensor.dtype == torch.bool else 1)


def outcomes(function: Any, make: Any, of: Any) -> list[Any]:
    """For each argument, and the result: what the backward gives after it was written."""
    found = []
    for written in range(len(make()) + 1):
        torch.manual_seed(0)
        leaves = make()
        given = [of(each) if each.requires_grad else each for each in leaves]
        result = function(*given)
        results = result if isinstance(result, tuple) else (result,)
        write(given[written] if written < len(given) else results[0])
        try:
            torch.autograd.backward(results[-1], torch.ones_like(results[-1]))
            found.append([each.grad for each in leaves])
        except RuntimeError as error:
            found.append(str(error)[:60])
    return found


@pytest.mark.parametrize("of", [lambda x: x, lambda x: x * 1], ids=["leaf", "computed"])
@pytest.mark.parametrize("name", CALLS)
def test_written_outside(name: str, of: Any) -> None:
    function, make = CALLS[name]
    expected = outcomes(function, make, of)
    for one, other in zip(outcomes(lith.to_static(function), make, of), expected, strict=True):
        assert type(one) is type(other), (one, other)
        if isinstance(one, str):
            assert one == other
        else:
            torch.testing.assert_close(one, other, equal_nan=True)
