"""Calls with arguments that do not fit: eager's exception in eager's words, or eager's result, and no crash."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from ops.test_samples import function_of

# An expression, and what its tensors `a`, `b`, `c` and `d` are.
CALLS = [
    ("torch.renorm(a, 2, 0, -1)", "ones(2, 2)"),
    ("torch.renorm(a, 2, 100, float('-inf'))", "ones(2, 2)"),
    ("torch.renorm(a, -2, 0, -1)", "ones(2)"),
    ("torch.searchsorted(a, a, sorter=b)", "arange(3)", "arange(3, dtype=torch.int32)"),
    ("torch.searchsorted(a, a, sorter=b)", "arange(3)", "arange(4, dtype=torch.int32)"),
    ("torch.searchsorted(a, a, sorter=b)", "arange(3)", "tensor([0, 1, 5])"),
    ("torch.searchsorted(a, a, sorter=b)", "arange(3)", "tensor([0, 1, -1])"),
    ("torch.searchsorted(a, b, sorter=b)", "ones(3, dtype=torch.bool)", "tensor([0, 1, 1])"),
    ("torch.searchsorted(a, b)", "ones(2, 3)", "ones(3, 3)"),
    ("torch.searchsorted(a, b)", "tensor(3.0)", "ones(3)"),
    ("torch.searchsorted(a, 1.0)", "ones(2, 3)"),
    ("torch.searchsorted(a, b, side='left', right=True)", "ones(3)", "ones(3)"),
    ("torch.searchsorted(a, b, side='lef')", "ones(3)", "ones(3)"),
    ("torch.index_copy(a, 0, b, c)", "ones(3, 3)", "tensor([0, 1])", "tensor(1.0)"),
    ("torch.index_copy(a, 0, b, c)", "ones(3)", "tensor(1)", "zeros(1)"),
    ("torch.index_copy(a, 0, b, c)", "ones(3, 2)", "tensor(1)", "zeros(1, 2)"),
    ("torch.cumulative_trapezoid(a, dx=float('inf'))", "tensor([1, -2, 3, 4])"),
    ("F.instance_norm(a, b, c)", "ones(2, 5, 5)", "ones(1, 5)", "ones(5)"),
    ("torch.index_copy(a, 0, b, c)", "ones(3, 3)", "tensor([0])", "tensor(1.0)"),
    ("torch.index_copy(a, 0, b, c)", "ones(3, 3)", "tensor([[0]])", "tensor(1.0)"),
    ("torch.index_copy(a, 0, b, c)", "ones(3, 3)", "tensor([0, 1])", "tensor(1)"),
    ("torch.index_copy(a, 0, b, c)", "ones(())", "tensor([0, 0])", "tensor([1.0, 2.0])"),
    ("torch.index_copy(a, 0, b, c)", "ones(3, 4, 5)", "tensor([0])", "ones(1, 4, 4)"),
    ("torch.index_copy(a, -1, b, c)", "ones(3, 4, 5)", "tensor([0])", "ones(3, 3, 1)"),
    ("torch.index_copy(a, -1, b, c)", "ones(())", "tensor([0])", "ones(1)"),
    ("torch.index_copy(a, -1, b, c)", "ones(())", "tensor([0])", "ones(1, 3)"),
    ("torch.index_copy(a, -1, b, c)", "ones(3)", "tensor([0])", "tensor(1.0)"),
    ("torch.index_copy(a, -1, b, c)", "ones(3)", "tensor([4])", "tensor(1.0)"),
    ("torch.index_copy(a, -1, b, c)", "ones(3)", "tensor([-1])", "tensor(1.0)"),
    ("torch.searchsorted(a, b)", "tensor(3.0)", "tensor(1.0)"),
    ("torch.searchsorted(a, 1.0)", "tensor(3.0)"),
    ("torch.bucketize(a, b)", "ones(2)", "ones(2, 2)"),
    ("F.bilinear(a, b, c)", "ones(2, 3)", "ones(2, 4)", "ones(5)"),
    ("F.bilinear(a, b, c, d)", "ones(2, 3)", "ones(2, 4)", "ones(5, 3, 4)", "ones(5, 1)"),
    ("F.bilinear(a, b, c, d)", "ones(2, 3)", "ones(2, 4)", "ones(5, 3, 4)", "tensor(1.0)"),
    ("F.bilinear(a, b, c)", "ones(2, 3).int()", "ones(3, 4)", "ones(5, 3, 4)"),
    ("F.pad(a, (1, 1), value=-1)", "ones(2, dtype=torch.uint8)"),
    ("F.pad(a, (0, 0), value=-1)", "ones(2, dtype=torch.uint8)"),
    ("F.pad(a, (1, 1), value=1e6)", "ones(2).half()"),
    ("F.pad(a, (1, -1))", "ones(0)"),
    ("F.pad(a, (-2, 2))", "ones(2, 1)"),
    ("F.pad(a, (-3, 1))", "ones(1)"),
    ("F.cross_entropy(a, b, weight=c)", "ones(2, 3).half()", "tensor([0, 1])", "ones(3)"),
    ("F.cross_entropy(a, b, ignore_index=1)", "ones(2, 3)", "full((2, 3), 0.3)"),
    ("F.dropout(a, 0.5, True)", "ones(2).long()"),
    ("F.dropout(a, 0.0, True)", "ones(2).long()"),
    ("F.dropout(a, 0.5, False)", "ones(2).long()"),
    ("F.alpha_dropout(a, 0.5, True)", "ones(2).long()"),
    ("F.dropout1d(a, 0.5, True)", "ones(2, 2, 2).bool()"),
    ("a.fill_(b)", "zeros(2)", "ones(1)"),
    ("a.fill_(b)", "zeros(2)", "ones(1, 1)"),
    ("torch.fill(a, b)", "zeros(2)", "ones(1)"),
    ("torch.arange(a.shape[0], dtype=torch.complex64)", "zeros(2)"),
    ("torch.einsum('ij->ik', a)", "ones(2, 2)"),
    ("torch.einsum('ij->ii', a)", "ones(2, 2)"),
    ("torch.einsum('ij->', a)", "ones(2)"),
    ("torch.einsum('ij,jk', a)", "ones(2, 2)"),
    ("F.batch_norm(a, None, None, training=True)", "ones(0, 2, 4, 4)"),
    ("torch.mv(a, b)", "tensor(1.0)", "ones(2, 2)"),
    ("torch.mv(a, b)", "ones(2, 2, 2)", "ones(2, 2)"),
    ("torch.mv(a, b)", "ones(2)", "ones(2, 2)"),
    ("F.bilinear(a, b, c)", "ones(2, 3)", "ones(3, 4)", "ones(5, 3, 4)"),
    ("F.bilinear(a, b, c)", "ones(2, 3)", "ones(2, 4)", "ones(5, 3, 5)"),
    ("F.bilinear(a, b, c)", "ones(2, 3)", "ones(2, 4)", "ones(5, 2, 4)"),
    ("F.bilinear(a, b, c, d)", "ones(2, 3)", "ones(2, 4)", "ones(5, 3, 4)", "ones(4)"),
    ("F.bilinear(a, b, c)", "ones(2, 3)", "ones(2, 4)", "ones(5, 3)"),
    ("F.bilinear(a, b, c)", "ones(())", "ones(())", "ones(5, 3, 4)"),
    ("F.bilinear(a, b, c)", "ones(8)", "ones(())", "ones(8, 8, 8)"),
    ("F.glu(a, 0)", "tensor(1)"),
    ("F.glu(a, 0)", "tensor(1.0)"),
    ("F.multilabel_margin_loss(a, b)", "ones(2, 3)", "full((2, 3), 3)"),
    ("F.multilabel_margin_loss(a, b)", "ones(2, 3)", "full((2, 3), -2)"),
    ("F.multilabel_margin_loss(a, b)", "ones(2, 3)", "full((2, 3), 1.0)"),
    ("F.multilabel_margin_loss(a, b)", "ones(2, 3)", "full((2, 3), 5.0)"),
    ("torch.linalg.cross(a, a)", "ones(2, 3, dtype=torch.bool)"),
    ("torch.linalg.cross(a, b)", "ones(2, 3, dtype=torch.bool)", "ones(2, 3)"),
    ("torch.cross(a, b, dim=1)", "ones(3, 3)", "ones(2, 3)"),
    ("torch.cross(a, b, dim=1)", "ones(3, 2)", "ones(2, 3)"),
    ("torch.cross(a, b, dim=3)", "ones(1, 3)", "ones(2, 3, dtype=torch.int8)"),
    ("F.ctc_loss(a, b, c, c)", "ones(0, 2, 3)", "ones(2, 3).long()", "tensor([1, 1])"),
    ("F.group_norm(a, 2, b)", "ones(2, 4)", "ones(2, 2)"),
    ("F.group_norm(a, 1, None, b)", "ones(2, 3)", "ones(1, 3)"),
    ("F.unfold(a, (2,), 1)", "ones(1, 1, 4, 4)"),
    ("F.unfold(a, 2, (1,))", "ones(1, 1, 4, 4)"),
    ("F.unfold(a, 2, 1, (0,))", "ones(1, 1, 4, 4)"),
    ("F.unfold(a, 2, 1, 0, (1, 1, 1))", "ones(1, 1, 4, 4)"),
    ("F.nll_loss(a, b)", "ones(2, 3)", "tensor(1)"),
    ("F.cross_entropy(a, b)", "ones(2, 3, 2, 2)", "tensor(1)"),
    ("torch.take_along_dim(a, b)", "ones(5, 5)", "tensor([[1, 2]], dtype=torch.int32)"),
    ("F.conv2d(a, b, c, groups=2)", "ones(1, 4, 6, 6)", "ones(6, 2, 3, 3)", "ones(3)"),
    ("F.conv2d(a, b, c, groups=2)", "ones(1, 4, 6, 6)", "ones(6, 2, 3, 3)", "ones(0)"),
    ("F.conv2d(a, b, c, groups=2)", "ones(1, 4, 6, 6)", "ones(6, 2, 3, 3)", "ones(6, 1)"),
    ("F.conv2d(a, b, c)", "ones(1, 4, 6, 6)", "ones(6, 2, 3, 3)", "ones(3)"),
    ("F.conv2d(a, b, groups=2)", "ones(1, 4, 6, 6)", "ones(5, 2, 3, 3)"),
    ("F.conv2d(a, b)", "ones(1, 4, 6, 6)", "ones(6, 4, 3, 0)"),
    ("F.conv1d(a, b)", "ones(1, 4, 6).half()", "ones(6, 4, 0).half()"),
    ("F.conv1d(a, b)", "ones(1, 4, 6).long()", "ones(6, 4, 0).long()"),
    ("F.conv3d(a, b)", "ones(1, 4, 5, 5, 5)", "ones(4, 4, 3, 0, 2)"),
    ("F.conv_transpose2d(a, b, c, groups=2)", "ones(1, 4, 6, 6)", "ones(4, 2, 3, 3)", "ones(5)"),
    ("F.conv_transpose2d(a, b, groups=2)", "ones(1, 5, 6, 6)", "ones(5, 2, 3, 3)"),
    ("F.conv_transpose2d(a, b)", "ones(1, 4, 6, 6)", "ones(4, 4, 3, 0)"),
    ("F.conv_transpose3d(a, b)", "ones(1, 4, 5, 5, 5)", "ones(4, 4, 3, 0, 2)"),
]


def outcome(run: Any, tensors: list[Any]) -> Any:
    try:
        return run(*tensors)
    except (RuntimeError, ValueError, IndexError, TypeError) as error:
        return type(error), str(error).partition("\n")[0]


@pytest.mark.parametrize("case", CALLS, ids=["-".join(each) for each in CALLS])
def test_unfit_call(case: tuple[str, ...]) -> None:
    call, *given = case
    tensors = [eval(f"torch.{each}") for each in given]
    names = ", ".join("abcd"[: len(given)])
    source = f"import torch\nimport torch.nn.functional as F\n\n\ndef call({names}):\n    return {call}\n"
    run = function_of(source, call)
    expected, found = outcome(run, tensors), outcome(lith.to_static(run), tensors)
    if isinstance(expected, torch.Tensor):
        torch.testing.assert_close(found, expected, equal_nan=True)
    else:
        assert found == expected
