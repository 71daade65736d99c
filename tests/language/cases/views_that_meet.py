"""Views of one form and other sizes, made on several paths or trips."""

from language.harness import case
import torch

INPUTS = [(torch.ones(3), 0), (torch.ones(3), 1), (-torch.ones(3), 2), (-torch.ones(3), 3)]


def slices(x, n):
    v = torch.ones(6)[:3] if x.sum() > 0 else torch.zeros(5)[:2]
    return v, len(v), v.shape, [row + 1 for row in v]


def expanded(x, n):
    v, w = torch.ones(1).expand(3), torch.zeros(1).expand(2)
    if x.sum() > 0:
        v, w = w, v
    return len(v), w.numel(), list(v), w + 1


def turned(x, n):
    v = torch.arange(6.0).view(2, 3).t()
    for _ in range(n):
        v = torch.arange(8.0).view(2, 4).t()
    v += 1
    return v, len(v), v.sum(0)


def of_one_storage(x, n):
    y = torch.arange(6.0)
    v = y.view(2, 3) if x.sum() > 0 else y.view(3, 2)
    v[0] = 5
    return v, y, v.shape, v @ torch.ones(v.shape[1])


def slices_of_slices(x, n):
    v = torch.arange(6.0)[:4][:2]
    for i in range(n):
        v = torch.arange(6.0)[1:6][: 2 + i % 2]
    v.mul_(2)
    return v, len(v)


CASES = [
    case(slices, lambda: INPUTS),
    case(expanded, lambda: INPUTS),
    case(turned, lambda: INPUTS),
    case(of_one_storage, lambda: INPUTS),
    case(slices_of_slices, lambda: INPUTS),
]
