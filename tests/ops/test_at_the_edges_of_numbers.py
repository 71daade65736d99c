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
    "tolerances": [
        (f"torch.linalg.{name}(x, {tolerance})", each)
        for name in ("matrix_rank", "pinv")
        for tolerance in ("hermitian=True", "atol=0.0", "atol=-1.0", "atol=1e-3", "atol=torch.tensor(0.0)", "atol=torch.tensor(0.5)")
        for each in (torch.ones(4, 4), torch.diag(T(1, -2, 1e-9)), torch.full((3, 3), NAN), F(2, 2, 3))
        if each.dim() == 2 or "hermitian" not in tolerance
    ] + [("torch.linalg.matrix_rank(x, hermitian=True)", torch.full((2, 3, 3), INF))],
    "means beside variances": [
        ("torch.std_mean(x, -1)", SERIES),
        ("torch.var_mean(x, 0)", SERIES),
        ("torch.var_mean(x)", SERIES),
        ("torch.var_mean(x, (0, 1), keepdim=True)", SERIES),
        ("torch.std_mean(x)", T(INF)),
        ("torch.std_mean(x)", F()),
        ("torch.var_mean(x, 0)", F(0, 3)),
        ("torch.std_mean(x, 1)", LARGE.half()),
        ("torch.native_layer_norm(x, [3], None, None, 1e-5)", LARGE),
        ("torch.native_group_norm(x, None, None, 4, 2, 3, 1, 1e-5)", LARGE),
    ],
    "statistics that are infinite": [
        ("F.instance_norm(x, None, None, w, w)", F(4, 2, 3), T(INF, INF)),
        ("F.instance_norm(x, m, w, momentum=float('inf'))", F(4, 2, 3), F(2), F(2)),
        ("F.instance_norm(x, m, w, momentum=0.0)", LARGE, F(2), F(2)),
        ("F.batch_norm(x, m, w, w, w, True)", F(4, 2, 3), F(2), T(INF, 1)),
    ],
    "normalisations of nothing": [
        (call, F(*sizes))
        for call in (
            "F.instance_norm(x, None, None, x.new_ones(x.shape[1]))", "F.batch_norm(x, x[0, :, 0], x[0, :, 0])",
            "F.instance_norm(x, None, None, None, x.new_ones(x.shape[1]), False)",
            "torch.batch_norm(x, None, x.new_ones(x.shape[1]), None, None, True, 0.1, 1e-5, False)",
        )
        for sizes in ((0, 2, 4), (2, 0, 4), (2, 2, 0))
    ],
    "averages of numbers": [
        ("F.local_response_norm(x, 2)", F(*sizes).to(dtype))
        for sizes in ((1, 6, 3), (1, 2, 3, 3), (0, 2, 3))
        for dtype in (torch.int32, torch.int64, torch.bool, torch.complex64, torch.float16)
    ],
    "channels that are shuffled": [
        (f"F.channel_shuffle(x, {groups})", each)
        for groups in (1, 2, 3, 4, -1)
        for each in (F(), F(3), F(3, 4), F(3, 4, 2), F(2, 0, 3), F(1, 3, 2))
    ] + [("F.channel_shuffle(x, i.item())", F(1, 4, 2), torch.tensor(groups)) for groups in (1, 2, 4)],
    "groups that do not fit": [
        (f"torch.native_group_norm(x, None, None, {sizes}, 1e-5)", each)
        for sizes in ("2, 2, 3, 1", "1, 3, 2, 1", "1, 2, 3, 0", "-1, 2, 3, 1", "1, 2, 3, 4", "0, 2, 3, 1", "1, 0, 3, 1")
        for each in (F(1, 2, 3), F(6), F(0, 2, 3), F(1, 0, 3))
    ],
    "products": [
        (f"torch.{name}(x, w, w, alpha={alpha})", *tensors)
        for name, *tensors in (
            ("addmm", F(2, 2), F(2, 2) * INF), ("addbmm", F(2, 2), F(3, 2, 2) * INF), ("baddbmm", F(3, 2, 2), F(3, 2, 2) * INF),
            ("addmm", HALF[:2, :2], HALF[:2, :2] * INF), ("addmm", F(2, 2), F(2, 2)), ("addbmm", F(2, 2), F(3, 2, 2)),
        )
        for alpha in ("0.0", "float('inf')", "x.flatten()[0].item() + 1")
    ],
    "products of nothing": [
        (call, torch.ones(left, dtype=dtype), torch.ones(right, dtype=torch.int64))
        for call in ("torch.matmul(x, w)", "torch.bmm(x, w)", "torch.baddbmm(x.new_ones(1), x, w)")
        for dtype in (torch.float16, torch.float32)
        for left, right in (((0, 0), (5, 0, 0)), ((2, 3, 0), (2, 0, 4)), ((0, 3, 2), (0, 2, 4)), ((2, 3, 2), (2, 2, 4)), ((2, 3, 0), (2, 1, 4)))
    ],
    "outer products": [
        ("torch.addr(x, m, w, beta=3, alpha=2)", F(), torch.tensor([100, 2]).to(torch.int8), torch.tensor([100]).to(torch.int8)),
        ("torch.addr(x, m, w).dtype", F().double(), F(2), F(2)),
        ("torch.addr(x, m, w, beta=1.5)", F(2, 2).int(), F(2), F(2)),
        ("torch.addr(x, m, w)", F(1, 2, 2), F(2), F(2)),
        ("torch.addr(x, m, w, beta=0)", F(7).long(), F(2).long(), F(3).long()),
    ],
    "indices out of range": [
        (f"torch.index_add(x, {dim}, i, w, alpha={alpha})", F(*sizes), PLACES, F(*(1 if n == dim else s for n, s in enumerate(sizes))))
        for sizes in ((5,), (5, 5), (5, 5, 5))
        for dim in range(len(sizes))
        for alpha in (1, 2)
    ],
    "numbers in a row": [
        (f"torch.{name}({ends}, {steps}, dtype=torch.{dtype})",)
        for name in ("logspace", "linspace")
        for ends in ("1.3, 4.9", "1e9, 1", "1, 1e9", "-1, 2")
        for steps in (0, 1, 2)
        for dtype in ("float16", "uint8", "float32")
    ] + [("torch.logspace(-1, 1, 1, base=0.0)",), ("torch.logspace(1.5, 1, 1, base=-2., dtype=torch.complex64)",)],
    "roundings to decimals": [
        (f"torch.round(x, decimals={decimals})", T(-8.4765625, 0.123456, 60000, INF, NAN, -0.0, 1e-7, 25, 35, 45).to(dtype))
        for decimals in (-400, -50, -7, -1, 1, 3, 4, 7, 38, 39, 309)
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64)
    ],
    "bytes that are negative": [
        (f"{name}(x, [1, 1, 0, -1], value={value})", torch.ones(3, 3, dtype=dtype))
        for name in ("torch.constant_pad_nd", "F.pad")
        for value in ("-2", "-2.0", "300", "2.5", "True")
        for dtype in (torch.uint8, torch.int8, torch.bool, torch.int64)
    ],
    "one number and none": [
        *((f"torch.dist(x, x + 1, {p})", F().to(torch.complex64)) for p in (-100, 0, 2, 3, "float('inf')")),
        *((f"torch.norm(x * 1e30, {p})", F()) for p in (-100, 0, 2, 3)),
        *((f"torch.norm(x, 'fro', {dim})", F()) for dim in (0, 1, [0, 1])),
        ("torch.linalg.matrix_rank(x, atol=w, rtol=x)", F(0, 2, 2), F(0)),
        ("torch.linalg.matrix_rank(x, rtol=w)", F(2, 2, 2), F(2)),
        *((f"torch.linalg.matrix_rank(x, {tolerance})", F(0, 2, 2).to(dtype)) for tolerance in ("rtol=0.0", "tol=1.0", "atol=0.0") for dtype in (torch.float16, torch.int64, torch.float32)),
        ("F.conv2d(x, w)", torch.ones(4, 5, 5, dtype=torch.bool), F(3, 4, 3, 3)),
        ("F.conv2d(x, m, w)", torch.ones(4, 5, 5, dtype=torch.bool), F(3, 4, 3, 3), F(3)),
        ("F.conv2d(x, m, w)", torch.ones(4, 5, 5, dtype=torch.bool), F(3, 4, 3, 3), F(3).bool()),
        ("F.conv3d(x, w)", torch.ones(4, 5, 5, 5, dtype=torch.bool), F(3, 4, 3, 3, 3)),
    ],
    "infinite exponents": [
        ("torch.matrix_exp(x)", each)
        for each in (CORNER, T(INF)[None], T(-INF)[None], torch.stack([torch.eye(2) * 30, CORNER, CORNER * 0]))
    ],
    "more memory than there is": [
        ("torch.zeros(2**50)",),
        ("torch.empty(2**61)",),
        ("x.expand(2**40, 2**40).clone()", F(1, 1)),
        ("x.repeat(2**50)", F(1)),
        ("x.expand(2**50) + 1", F(1)),
        ("x @ x.t()", F(1, 0).expand(2**40, 0)),
    ],
    "checks that come first": [
        ("torch.unflatten(x, -2, [2, 3])", F()),
        ("torch.unflatten(x, 5, [])", F(3)),
        ("torch.index_add(x, 3, i, i)", F(5), PLACES),
        ("torch.var(x, correction=-5)", F(0, 5)),
        ("torch.std(x, 0, correction=-5)", F(0, 5)),
        ("torch.var(x, 0, correction=-5)", F(2, 5)),
    ],
    "weights of classes": [
        (f"F.cross_entropy(x, w, m, label_smoothing={part})", F(2, 3), F(1), F(2, 3))
        for part in (0.0, 0.1)
    ],
}  # fmt: skip


@pytest.mark.parametrize("family", CALLS)
def test_calls(family: str) -> None:
    check(CALLS[family])
