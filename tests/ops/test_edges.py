"""Nothing, NaN, infinities and unusual dtypes: the same values as eager's, or its error."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith

NAN, INF = math.nan, math.inf
SPECIAL = torch.tensor([0.5, NAN, INF, -INF, -0.0, 1e30, -1.5, 2.0])
LINE = torch.tensor([[[1.0, NAN, 2.0, INF, 3.0]]])
IMAGE = torch.arange(9.0).reshape(1, 1, 3, 3)
PLACES = torch.tensor([[[[NAN, 0.0], [INF, 0.0], [-INF, 1.0], [1e30, 0.0]]]])


def T(*sizes: int) -> torch.Tensor:
    return torch.ones(sizes)


def into(out: torch.Tensor, fn: Callable[..., Any], *arguments: Any) -> Any:
    return fn(*arguments, out=out), out


CALLS = {
    "running logarithms": (lambda x: torch.logcumsumexp(x, 0), SPECIAL),
    "running logarithms of infinities": (
        lambda x: torch.logcumsumexp(x, 0),
        torch.tensor([-INF, -INF, -0.0, INF, INF]),
    ),
    "places among NaN": (lambda x: torch.bucketize(x, torch.tensor([1.0, NAN, 2.0, 0.0])), SPECIAL),
    "places in no order": (
        lambda x: torch.searchsorted(torch.tensor([3.0, 1.0, 2.0, 0.0, 5.0]), x, right=True),
        SPECIAL,
    ),
    "threshold": (lambda x: F.threshold(x, 0.0, 5.0), SPECIAL),
    "threshold of ints": (lambda x: F.threshold(x, 1.0, 20.5), torch.tensor([1, 2, 3])),
    "levels": (lambda x: torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255), SPECIAL),
    "grid": (lambda g: F.grid_sample(IMAGE, g, align_corners=False), PLACES),
    "grid at the border": (
        lambda g: F.grid_sample(IMAGE, g, "nearest", "border", align_corners=True),
        PLACES,
    ),
    "grid for nothing": (
        lambda x: F.grid_sample(x, T(0, 4, 4, 2), align_corners=False),
        T(0, 2, 3, 3),
    ),
    "twice as long": (lambda x: F.interpolate(x, scale_factor=2.0, mode="linear"), LINE),
    "as long": (lambda x: F.interpolate(x, size=5, mode="linear"), LINE),
    "groups of nothing": (lambda x: F.group_norm(x, 2), T(0, 4, 3)),
    "groups with channels last": (
        lambda x: F.group_norm(x, 2),
        torch.arange(96.0).reshape(2, 3, 4, 4).permute(0, 3, 1, 2),
    ),
    "groups of other orders": (lambda x: F.group_norm(x.transpose(2, 3), 2), T(2, 4, 3, 5)),
    "samples of nothing": (lambda x: F.instance_norm(x), T(2, 2, 0)),
    "attention over no features": (
        lambda x: F.scaled_dot_product_attention(x, T(2, 4, 0), T(2, 4, 5)),
        T(2, 3, 0),
    ),
    "gather nothing": (lambda x: x.gather(2, torch.zeros(5, 0, 3, dtype=torch.long)), T(2, 3, 4)),
    "dropout of torch": (lambda x: torch.dropout(x, p=0.5, train=False), SPECIAL),
    "pinned": (lambda x: torch.zeros_like(x, pin_memory=False), SPECIAL),
    "repeats": (torch.repeat_interleave, torch.tensor([1, 2], dtype=torch.int32)),
    "range into other sizes": (lambda x: into(x, torch.arange, 1, 13), T(3, 4).long()),
    "range into floats": (lambda x: into(x, torch.arange, 0.5, 4), T(4)),
    "numbers into other sizes": (lambda x: into(x, torch.linspace, 0, 1, 6), T(2, 3)),
    "zeros into ints": (lambda x: into(x, torch.zeros, 3), T(3).long()),
    "complex numbers": (lambda x: torch.randn_like(x), T(3).to(torch.complex64)),
    "complex uniform numbers": (lambda x: torch.rand(x.shape, dtype=torch.complex128), T(2, 3)),
    "complex in place": (lambda x: x.normal_(1.0, 2.0), T(3).to(torch.complex64)),
    "matrices of diagonals": (lambda x: torch.diag_embed(x, 0, 1, 2), T(2, 3, 4)),
    "logsigmoid in order": (lambda x: F.logsigmoid(x.t()), T(3, 4)),
    "mean of nothing": (lambda x: F.adaptive_avg_pool2d(x, 1), T(2, 1, 0, 3)),
}
ERRORS = {
    "one value in a channel": (lambda x: F.group_norm(x, 4), T(1, 4)),
    "range away from its end": (lambda x: torch.arange(x[0].item(), 2.9, 1.0), T(1) * 3),
    "normal ints": (lambda x: torch.randn_like(x), T(3).long()),
    "uniform ints": (lambda x: torch.rand(x.shape, dtype=torch.int64), T(3)),
    "another column": (lambda x: x.index_select(1, torch.tensor([1, 7])), T(3, 4)),
    "no row": (lambda x: x.index_select(0, torch.tensor([1, 7])), T(3, 4)),
    "slice of other sizes": (lambda x: torch.slice_scatter(x, T(2), 0, 0, 3), T(4)),
    "row of other sizes": (lambda x: torch.select_scatter(x, T(1, 2), 0, 0), T(4, 2)),
    "diagonal of other sizes": (lambda x: torch.diagonal_scatter(x, T(3)), T(4, 2)),
    "product of other sizes": (
        lambda x: torch.baddbmm(x, T(1, 3, 4), T(1, 4, 2), beta=0),
        T(1, 3, 5),
    ),
    "negative weight": (lambda x: torch.multinomial(x, 3, True), torch.tensor([1.0, -1.0, 2.0])),
    "ascending lengths": (
        lambda x: torch.nn.utils.rnn.pack_padded_sequence(x, torch.tensor([2, 3])),
        T(3, 2, 1),
    ),
    "lengths for others": (
        lambda x: torch.nn.utils.rnn.pack_padded_sequence(x, torch.tensor([3, 2, 1])),
        T(3, 2, 1),
    ),
    "pack nothing": (
        lambda x: torch.nn.utils.rnn.pack_padded_sequence(x, torch.tensor([3])),
        T(3, 0, 1),
    ),
    "repeats of another length": (
        lambda x: torch.repeat_interleave(x, output_size=4),
        torch.tensor([1, 2]),
    ),
    "no steps": (torch.nn.GRU(3, 2).eval().requires_grad_(False), T(0, 2, 3)),
    "largest of none": (lambda x: torch.linalg.vector_norm(x, INF, 0), T(0, 3)),
    "smallest of none": (lambda x: torch.linalg.vector_norm(x, -2), T(0, 3)),
    "means of a line": (lambda x: F.avg_pool1d(x, 2), T(2, 2, 0)),
    "means of an image": (lambda x: F.avg_pool2d(x, 2), T(2, 0, 4, 4)),
    "means of a volume": (lambda x: F.avg_pool3d(x, 2), T(2, 2, 0, 4, 4)),
    "means of windows": (lambda x: F.adaptive_avg_pool2d(x, 3), T(2, 1, 0, 3)),
    "largest of windows": (lambda x: F.adaptive_max_pool3d(x, 2), T(2, 3, 4, 0, 4)),
    "no image": (lambda x: F.interpolate(x, size=3, mode="bilinear"), T(2, 2, 0, 4)),
    "no channels": (lambda x: F.interpolate(x, size=3), T(2, 0, 4)),
    "to no image": (lambda x: F.interpolate(x, size=0, mode="bicubic"), T(2, 2, 4, 4)),
    "padding of nothing": (lambda x: F.pad(x, (1, 2), mode="reflect"), T(2, 0, 12)),
    "many numbers in a message": (
        lambda x: x.scatter(0, torch.zeros(2, 3, 4, 5, dtype=torch.long), T(2, 3, 4, 5)),
        T(1, 1, 2, 2),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_values(name: str) -> None:
    fn, x = CALLS[name]
    program = lith.to_static(fn)
    for _ in range(2):
        torch.manual_seed(3)
        want = fn(x.clone())
        torch.manual_seed(3)
        got = program(x.clone())
        for a, b in zip(*(each if isinstance(each, tuple) else (each,) for each in (got, want))):
            assert a.stride() == b.stride()
            torch.testing.assert_close(a, b, equal_nan=True)


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    fn, x = ERRORS[name]
    with pytest.raises(Exception) as eager:
        fn(x)
    with pytest.raises(eager.type) as mine:
        lith.to_static(fn)(x)
    assert str(mine.value).strip() == str(eager.value).strip()
