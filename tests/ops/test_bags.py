"""Operators whose arguments depend on each other: bags of indices, losses over targets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

import lith

REDUCTIONS = ["mean", "sum", "none"]


def compare(fn: Callable, *calls: tuple) -> None:
    """Values are eager's, and so are exceptions with their words."""
    program = lith.to_static(fn)
    for arguments in calls:
        try:
            want = fn(*arguments)
        except Exception as error:  # noqa: BLE001 - any exception is eager's answer
            with pytest.raises(type(error)) as raised:
                program(*arguments)
            assert str(raised.value) == str(error)
            continue
        torch.testing.assert_close(program(*arguments), want, rtol=1e-5, atol=1e-6, equal_nan=True)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_embedding_bag(mode: str) -> None:
    weight = torch.randn(10, 4)

    def bags(index, offsets):
        with_last = F.embedding_bag(index, weight, offsets, mode=mode, include_last_offset=True)
        return F.embedding_bag(index, weight, offsets, mode=mode, padding_idx=1), with_last

    def rows(index):
        return F.embedding_bag(index, weight, mode=mode)

    offsets = torch.tensor([0, 2, 2, 5])
    compare(bags, *[(torch.randint(0, 10, (n,)), offsets) for n in (8, 5, 4)])
    compare(bags, (torch.tensor([1, 1, 3, 4, 5]), offsets), (torch.tensor([1]), torch.tensor([1])))
    compare(rows, *[(torch.randint(0, 10, size),) for size in ((3, 5), (1, 2), (4, 1))])


@pytest.mark.parametrize("mode", ["sum", "mean"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
def test_whole_bags(mode: str, dtype: torch.dtype) -> None:
    """Bags of which every index counts alike, an empty one, and indices that there are not."""

    def bags(index, weight, offsets):
        return F.embedding_bag(index, weight, offsets, mode=mode)

    weight, offsets = torch.randn(9, 70, dtype=dtype), torch.tensor([0, 2, 2, 5])
    compare(bags, *[(torch.randint(0, 9, (n,)), weight, offsets) for n in (8, 5)])
    compare(bags, (torch.arange(6, dtype=torch.int32), weight, offsets.int()))
    compare(bags, (torch.arange(6), weight.T.contiguous().T, offsets))
    compare(bags, *[(torch.tensor([1, bad, 2]), weight, offsets[:2]) for bad in (9, -1)])


def test_embedding_bag_weighted() -> None:
    def fn(index, weight, offsets, factors):
        return F.embedding_bag(index, weight, offsets, mode="sum", per_sample_weights=factors)

    calls = [
        (torch.randint(0, 10, (n,)), torch.randn(10, 4), torch.tensor([0, 2]), torch.randn(n))
        for n in (5, 3)
    ]
    compare(fn, *calls)


def test_largest_norm() -> None:
    """Rows that are too long are scaled down in the weight itself."""

    def fn(index, weight):
        return F.embedding(index, weight, max_norm=1.0), weight

    program = lith.to_static(fn)
    for size in ((3,), (2, 2), (0,)):
        index, weight = torch.randint(0, 5, size), torch.randn(5, 4) * 2
        torch.testing.assert_close(program(index, weight.clone()), fn(index, weight.clone()))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("zero_infinity", [True, False])
def test_alignments(reduction: str, zero_infinity: bool) -> None:
    def fn(x, targets, lengths, sizes):
        return F.ctc_loss(x.log_softmax(-1), targets, lengths, sizes, 2, reduction, zero_infinity)

    matrix = torch.tensor([[3, 3, 4], [1, 4, 1]])
    sizes = torch.tensor([3, 2])
    compare(
        fn, *[(torch.randn(n, 2, 5), matrix, torch.tensor([n, n - 1]), sizes) for n in (8, 3, 4)]
    )
    sequences = torch.tensor([3, 3, 4, 1, 4])
    compare(fn, *[(torch.randn(n, 2, 5), sequences, (n, n - 2), (3, 2)) for n in (8, 6)])
    compare(fn, (torch.randn(6, 2, 5), matrix, torch.tensor([6, 5]), torch.tensor([0, 1])))
    compare(fn, (torch.randn(6, 2, 5), matrix, torch.tensor([7, 5]), sizes))


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_margins(reduction: str) -> None:
    def one(x, y, w):
        squared = F.multi_margin_loss(x, y, p=2, margin=0.5, weight=w, reduction=reduction)
        return F.multi_margin_loss(x, y, reduction=reduction), squared

    def several(x, y):
        return F.multilabel_margin_loss(x, y, reduction=reduction)

    compare(one, *[(torch.randn(n, 3), torch.randint(0, 3, (n,)), torch.rand(3)) for n in (4, 1)])
    labels = torch.tensor([[2, 0, -1, 1], [-1, 1, 2, 3], [3, 3, 0, 1]])
    compare(several, *[(torch.randn(n, 4), labels[:n]) for n in (3, 1)])


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_binary(reduction: str) -> None:
    def plain(x, y, w):
        return F.binary_cross_entropy(x, y, w, reduction=reduction)

    def logits(x, y, w):
        return F.binary_cross_entropy_with_logits(x, y, w, pos_weight=w, reduction=reduction)

    calls = [(torch.rand(n, 3), torch.rand(n, 3), torch.rand(3)) for n in (4, 1)]
    wrong = [(torch.rand(4, 3), torch.rand(3), torch.rand(3))]
    compare(plain, *calls, *wrong, (torch.rand(2, 3) + 1, torch.rand(2, 3), torch.rand(3)))
    compare(logits, *calls, *wrong)
