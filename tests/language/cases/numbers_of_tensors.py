"""Tensors of one element, and values that are a number or such a tensor, where operators take a number."""

from language.harness import case
import torch

T = torch.tensor


def counts(x, n):
    rows, columns = n
    return x.topk(n[0], 0)[0], torch.linspace(0, 1, rows), x.unfold(0, columns, 1), x.split(rows, 0)


def bounds(x, k):
    end = 0
    if x.shape[0] > 3:
        end = k + 1
    return x[end:], x[:, : x.shape[1] - end], x.narrow(0, 0, end), torch.zeros(end)


def factors(x, k):
    factor = 1
    if x.sum() > 0:
        factor = k * 0.5
    return x * factor, x.add(x, alpha=factor), torch.full((2,), factor)


CASES = [
    case(
        counts,
        lambda: [(torch.arange(6.0).view(3, 2), T([2, 1])), (torch.ones(2, 2), T([1, 2]))],
        straight=True,
    ),
    case(bounds, lambda: [(torch.ones(3, 4), T(1)), (torch.arange(20.0).view(5, 4), T(1))]),
    case(factors, lambda: [(torch.ones(3), T(3)), (-torch.ones(3), T(3))]),
]
