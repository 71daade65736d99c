"""Normalisation with statistics that are kept, and sums along lines that lie apart."""

from __future__ import annotations

import copy

import pytest
import torch

import lith


@pytest.mark.parametrize(
    "module",
    [
        torch.nn.InstanceNorm1d(3, affine=True, track_running_stats=True),
        torch.nn.InstanceNorm1d(3, track_running_stats=True, momentum=0.3),
        torch.nn.InstanceNorm1d(3),
        torch.nn.BatchNorm1d(3, momentum=None),
    ],
    ids=["affine", "momentum", "no statistics", "batch"],
)
def test_statistics_follow_training(module):
    """Trained for two calls, then evaluated by what was kept."""
    eager, static = copy.deepcopy(module), lith.to_static(copy.deepcopy(module))
    torch.manual_seed(0)
    for training in (True, True, False, True, False):
        eager.train(training)
        static.train(training)
        x = torch.randn(4, 3, 5) * 3 + 1
        with torch.no_grad():
            torch.testing.assert_close(static(x), eager(x))
        for (name, kept), other in zip(eager.named_buffers(), static.buffers()):
            torch.testing.assert_close(other, kept, msg=name)


@pytest.mark.parametrize(
    "fn",
    [
        lambda z: z.diagonal().sum(),
        lambda z: z[:, 1].sum(),
        lambda z: z.t().mean(1),
        lambda z: z[::2, 1:].sum(0),
        lambda z: z.flip(0)[:, 0].prod(),
        lambda z: z[:, :1].expand(5, 7).sum(1),
    ],
    ids=["diagonal", "column", "transposed", "slice", "flipped", "expanded"],
)
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128, torch.float32])
def test_reductions_of_elements_apart(fn, dtype):
    program = lith.to_static(fn)
    torch.manual_seed(0)
    for size in (5, 7):
        z = torch.randn(size, 7, dtype=dtype)[:5]
        torch.testing.assert_close(program(z), fn(z))


def test_product_with_one_matrix_of_rows_that_do_not_follow_each_other():
    program = lith.to_static(torch.nn.functional.linear)
    torch.manual_seed(0)
    for batch, length in ((2, 5), (3, 40), (150, 2), (2, 130)):
        x, w = torch.randn(batch, length, 8).transpose(0, 1), torch.randn(6, 8)
        want = torch.nn.functional.linear(x, w)
        torch.testing.assert_close(program(x, w), want)
