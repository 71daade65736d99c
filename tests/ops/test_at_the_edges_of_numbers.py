"""Calls with numbers that are not finite or lie at the edges of their dtype, and dimensions that are named wrongly or
have no elements; families of test_at_the_edges.py."""

from __future__ import annotations

import pytest
import torch

from ops.test_at_the_edges import HALF, INF, NAN, F, T, check

CORNER = T(1, INF, 1, 2).reshape(2, 2)
PLACES = torch.tensor([9])
SERIES = T(1, 2, INF, 1, INF, 2).reshape(2, 3)
LARGE = torch.full((4, 2, 3), INF)
CALLS = {
    "dimensions of extremes": [
        (f"torch.{name}(x, {dims})", each)
        for name in ("amin", "amax")
        for dims in ((0, 0), (0, 5), (0, 0, 5), (1, 5), (1,), ())
        for each in (F(3, 3), F(3, 0), F(3, 3).to(torch.complex64), F(3, 0).to(torch.complex64))
    ],
    "dimensions": [
        ("torch.sum(x, (0, 0, 5))", F(3, 3)),
        ("torch.flip(x, (0, 0, 5))", F(3, 3)),
        ("x.permute(0, 0, 5)", F(3, 3, 3)),
        ("x.permute(0, 5, 0)", F(3, 3, 3)),
        ("x.permute(0, 0)", F(3, 3, 3)),
        ("torch.cummax(x, 7)", F(0, 5)),
        ("torch.cummax(x, 7)", F(2, 5)),
        ("torch.cummin(x, -3)", F(0)),
        ("torch.linalg.vecdot(x, w, dim=3)", F(0), F(0)),
        ("torch.linalg.vecdot(x, w)", F(3), F(1)),
        ("torch.linalg.vecdot(x, w, dim=3)", F(3, 2), F(2)),
        ("torch.linalg.matrix_norm(x, -0.0, [-100, -1])", F(2, 2).bfloat16()),
        ("torch.linalg.matrix_norm(x, 2, (0,))", HALF),
        ("torch.linalg.matrix_norm(x, 'x')", F(2, 2).long()),
    ],
    "vectors of nothing": [
        ("torch.cat([x, x], 1)", F(0)),
        ("torch.cat([x, w], -2)", F(0), F(0).long()),
        ("torch.cat([x, w], 1)", F(0), F(2)),
        ("torch.cat([x, w], 1)", F(0), F(2, 2)),
        ("torch.cat([x, w], 5)", F(0), F(2, 2)),
        ("torch.cholesky(x)", F(0, 3)),
        ("torch.cholesky(x)", F(0)),
        ("torch.cholesky(x)", F(2, 3).long()),
        ("torch.cholesky(x)", F(2, 0, 3).half()),
        ("torch.diff(x, 0, 3)", F(0)),
        ("torch.diff(x, 5, 0)", F(3)),
    ],
    "spectra of infinite matrices": [
        (call, each)
        for call in (
            "torch.linalg.svdvals(x)", "torch.linalg.svd(x)", "torch.linalg.matrix_norm(x, 2)",
            "torch.linalg.cond(x)", "torch.linalg.pinv(x)", "torch.linalg.matrix_rank(x)",
        )
        for each in (CORNER, torch.full((2, 3), NAN), torch.stack([torch.eye(2), CORNER]))
        if "cond" not in call or each.dim() == 2
    ],
}  # fmt: skip


@pytest.mark.parametrize("family", CALLS)
def test_calls(family: str) -> None:
    check(CALLS[family])
