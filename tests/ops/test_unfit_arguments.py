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


WIDE, INDICES = torch.ones(5, 5), torch.zeros(10, dtype=torch.int64)
IMAGE, CHANNELS = torch.arange(48.0).reshape(2, 2, 3, 4), torch.ones(1, 2)
SPATIAL, GROUPED = torch.ones(2, 3, 2, 2), torch.ones(1, 2, 4, 4)
CALLS = {
    "more strides than sizes": lambda: torch.as_strided(WIDE, [2], [1, 2]),
    "fewer strides than sizes": lambda: torch.as_strided(WIDE, [2, 2, 2], [1, 2]),
    "blocks of rank 3": lambda: torch.block_diag(WIDE, WIDE[None]),
    "one size for two": lambda: F.adaptive_max_pool2d(IMAGE, [2]),
    "weights of rank 2": lambda: F.instance_norm(IMAGE, weight=CHANNELS),
    "biases of rank 2": lambda: F.instance_norm(IMAGE, bias=CHANNELS),
    "fewer targets": lambda: F.nll_loss(SPATIAL, INDICES[:4].reshape(2, 2, 1)),
    "targets of another rank": lambda: F.cross_entropy(SPATIAL, INDICES[:4].reshape(2, 2)),
    "fewer targets of lines": lambda: F.nll_loss(SPATIAL[0], INDICES[:2].reshape(2, 1)),
    "fewer indices": lambda: torch.index_reduce(WIDE, 1, INDICES[0], torch.ones(5, 9), "mean"),
    "other slices": lambda: torch.index_reduce(WIDE, 1, INDICES, torch.ones(4, 10), "prod"),
    "far index": lambda: torch.index_reduce(WIDE, 1, INDICES + 7, torch.ones(5, 10), "prod"),
    "far padding": lambda: F.embedding_bag(INDICES, WIDE, INDICES[:1], padding_idx=-7),
    "norm below 1": lambda: torch.renorm(WIDE, -2, 0, 0.5),
    "negative extent": lambda: F.conv_transpose2d(
        GROUPED, torch.ones(2, 1, 3, 3), stride=2, output_padding=-1
    ),
    "more groups": lambda: F.conv_transpose2d(GROUPED, torch.ones(2, 1, 3, 3), groups=3),
    "more biases": lambda: F.conv_transpose2d(GROUPED, torch.ones(2, 1, 3, 3), torch.ones(3)),
    "prefix of another rank": lambda: torch.diff(WIDE, 0, prepend=WIDE[0]),
    "prefix of other sizes": lambda: torch.diff(WIDE, prepend=WIDE[:2]),
    "far dimension of a scatter": lambda: torch.scatter_add(WIDE, 2, INDICES[None], WIDE.double()),
    "slices of a number": lambda: torch.index_add(WIDE[0, 0], 0, INDICES[:1], WIDE[0, :1]),
    "power that is no number": lambda: F.pdist(WIDE, float("nan")),
    "shift of floats": lambda: torch.bitwise_right_shift(WIDE, WIDE[:2]),
    "fewer steps than none": lambda: F.ctc_loss(
        WIDE[None].expand(2, 5, 5).mT, INDICES.reshape(5, 2) + 1, [2, 2, -1, 2, 2], [1] * 5
    ),
    "labels fewer than none": lambda: F.ctc_loss(
        WIDE[None].expand(2, 5, 5).mT, INDICES.reshape(5, 2) + 1, [2, 2, -1, 2, 2], [1, -2, 1, 1, 1]
    ),
    "weight that is complex": lambda: torch.lerp(WIDE, WIDE, 0.4j),
    "neighbours fewer than none": lambda: F.local_response_norm(WIDE[None], -2),
    "no neighbours": lambda: F.local_response_norm(WIDE[None, None], 0),
    "infinity of complex": lambda: torch.isneginf(WIDE * 1j),
    "adjoint of several": lambda: WIDE[None].H,
    "adjoint of a line": lambda: WIDE[0].mH,
    "blocks that lie otherwise": lambda: torch.kron(WIDE.t(), torch.ones(10, 20)),
    "negative size": lambda: torch.broadcast_shapes((3,), (0, -7, 3)),
    "batch fewer than none": lambda: torch.native_group_norm(WIDE, None, None, -1, 5, 5, 1, 0.5),
    "far row of a bag": lambda: F.embedding_bag(INDICES - 5, WIDE, INDICES[:1]),
    "far row of a bag in double": lambda: F.embedding_bag(INDICES + 5, WIDE.double(), INDICES[:1]),
    "far row of maxima": lambda: F.embedding_bag(INDICES + 5, WIDE, INDICES[:1], mode="max"),
    "integers": lambda: F.max_unpool2d(INDICES.reshape(1, 1, 2, 5), INDICES.reshape(1, 1, 2, 5), 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_unfit_calls(name: str) -> None:
    with pytest.raises(Exception) as expected:
        CALLS[name]()
    with pytest.raises(type(expected.value)) as found:
        lith.to_static(CALLS[name])()
    assert str(found.value).partition("\n")[0] == str(expected.value).partition("\n")[0]


ROWS, BAGS = torch.arange(25.0).reshape(5, 5), torch.tensor([0, 1, 4, 4, 2, 3])
FITTING = {
    "padding from the end": lambda: [
        F.embedding_bag(BAGS, ROWS, torch.tensor([0, 3]), padding_idx=i, mode=mode)
        for i in (-1, -2, 4)
        for mode in ("sum", "mean", "max")
    ],
    "places of lower rank": lambda: [
        torch.trapezoid(ROWS[None], ROWS),
        torch.cumulative_trapezoid(ROWS[None], ROWS, dim=1),
    ],
    "weight of complex": lambda: [
        torch.lerp(WIDE * 1j, WIDE + 0j, 0.4j),
        torch.lerp(WIDE * 1j, WIDE + 0j, 5 + 9j),
    ],
    "statistics of halves": lambda: list(
        torch.native_batch_norm(IMAGE.half(), None, None, None, None, True, 0.5, 1.0)
    ),
    "empty": lambda: [torch.roll(torch.ones(0, 3), -1, 9), torch.diff(WIDE, 0, prepend=WIDE)],
    "numbers of halves": lambda: [
        torch.linspace(0, 7, 50, dtype=torch.bfloat16),
        torch.linspace(50, -3, 50, dtype=torch.float16),
        torch.linspace(0.1, 1, 300, dtype=torch.bfloat16),
    ],
}


@pytest.mark.parametrize("name", FITTING)
def test_fitting_calls(name: str) -> None:
    for eager, got in zip(FITTING[name](), lith.to_static(FITTING[name])(), strict=True):
        torch.testing.assert_close(got, eager, rtol=0, atol=0)


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


def test_identical_dimensions_that_the_call_gives() -> None:
    def diagonal(x, n):
        return torch.diagonal(x, 0, n, n)

    for run in (diagonal, lith.to_static(diagonal)):
        with pytest.raises(RuntimeError, match="diagonal dimensions cannot be identical 1, 1"):
            run(torch.ones(2, 2), 1)


def test_what_eager_takes_and_lith_does_not_is_refused() -> None:
    """It is no mistake of the call, which a TypeError would say."""

    def product(x):
        return torch.mm(x, x, out_dtype=torch.float32)

    with pytest.raises(lith.CompileError, match="out_dtype is not supported"):
        lith.to_static(product)(torch.ones(2, 2))
