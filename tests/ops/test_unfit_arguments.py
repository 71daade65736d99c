"""Arguments that do not fit each other: eager's exception, and no result."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith


def class_weights(x, t, w):
    return F.cross_entropy(x, t, weight=w, reduction="none")


def likelihood_weights(x, t, w):
    return F.nll_loss(x, t, weight=w)


def unknown_reduction(x, t):
    return F.nll_loss(x, t, reduction="all")


def no_reduction(x, t):
    return F.cross_entropy(x, t, reduction=None)


def ranks(x, y, t):
    return F.margin_ranking_loss(x, y, t)


def cosines(x, y, t):
    return F.cosine_embedding_loss(x, y, t)


def copied(x, i, s):
    return torch.index_copy(x, -1, i, s)


def bags(w, i, o, p):
    return F.embedding_bag(i, w, offsets=o, mode="sum", per_sample_weights=p)


def one_size(x):
    return F.adaptive_avg_pool2d(x, [5])


def five_sizes(x):
    return F.adaptive_avg_pool3d(x, [1, 1, 1, 1, 1])


X, T = torch.rand(2, 2), torch.tensor([0, 1])
CASES = [
    (class_weights, X, T, torch.rand(3)),
    (class_weights, X, T, torch.rand(2, 1)),
    (likelihood_weights, X, T, torch.rand(3)),
    (unknown_reduction, X, T),
    (no_reduction, X, T),
    (ranks, X, X, torch.tensor(1.0)),
    (cosines, X, X, torch.tensor(1)),
    (cosines, X[0], X[0], T),
    (cosines, X, X, T[None]),
    (copied, X, T, torch.rand(1)),
    (copied, X, T, torch.rand(2, 3)),
    (copied, X, T[None], X),
    (bags, torch.rand(9, 2).double(), torch.arange(4), T, torch.rand(4)),
    (one_size, torch.rand(8, 4, 3)),
    (five_sizes, torch.rand(8, 4, 3, 7)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_unfit_arguments(case: Any) -> None:
    function, *arguments = case
    with pytest.raises(Exception) as expected:
        function(*arguments)
    with pytest.raises(type(expected.value)) as found:
        lith.to_static(function)(*arguments)
    assert str(found.value) == str(expected.value)


@pytest.mark.parametrize("pads", [[-1, 1, -2, 1], [1, -1, 2, 0], [2, 2, -1, -1], [-1, -1, 0, 3]])
def test_circular_padding_goes_around_what_is_left(pads: list[int]) -> None:
    def run(x):
        return F.pad(x, pads, "circular")

    x = torch.rand(1, 3, 4, 4)
    torch.testing.assert_close(lith.to_static(run)(x), run(x), rtol=0, atol=0)


def test_no_dtype_is_the_default_of_indices() -> None:
    """An explicit None, which once had the compiler fail."""

    def indices():
        return torch.tril_indices(3, 2, dtype=None), torch.triu_indices(2, 3, dtype=None)

    for eager, got in zip(indices(), lith.to_static(indices)(), strict=True):
        assert eager.dtype == got.dtype
        assert torch.equal(eager, got)
