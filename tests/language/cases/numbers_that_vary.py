"""Operators whose numbers only run time knows: sizes, amounts, factors and dimensions at their edges."""

import torch
import torch.nn.functional as F
from language.harness import case


def ones_of(*sizes):
    return torch.arange(float(torch.Size(sizes).numel())).reshape(sizes)


def tiled(x, a, b, c):
    return torch.tile(x, (a, b, c))


def close(x, y, rtol, atol):
    return torch.isclose(x, y, rtol=rtol, atol=atol)


def padded(x, n, value):
    return torch.constant_pad_nd(x, (0, n), value), F.pad(x, (0, n), value=value)


def differences(x, n, before):
    return torch.diff(x, n, -1, before), torch.diff(x, n)


def added(x, y, z, beta, alpha):
    return torch.addmm(x, y, z, beta=beta, alpha=alpha), torch.addr(x, y[0], z[0], beta=beta, alpha=alpha)


def transformed(x, n, m):
    return torch.fft.fft2(x, s=(n, m)), torch.fft.rfft2(x, s=(n, m)), torch.fft.irfft2(x + 0j, s=(n, m))


def similar(x, y, dim, eps):
    return torch.cosine_similarity(x, y, dim, eps)


def encoded(x, n):
    return F.one_hot(x, n)


def joined(x, y, dim):
    return torch.cat([x, y], dim)


def logits(x, eps):
    return torch.logit(x, eps)


def unpooled(x, i, n, m):
    return F.max_unpool2d(x, i, 3, 7, 0, (n, m))


def drawn(x, n, again):
    torch.manual_seed(3)
    return torch.multinomial(x, n, again)


def limited(x, low, high):
    return F.hardtanh(x, low, high)


BYTES = torch.tensor([[5, 9, 250]], dtype=torch.uint8)
INF = torch.full((2, 2), torch.inf)

CASES = [
    case(tiled, lambda: [(ones_of(3, 2), *v) for v in [(2, 3, 2), (1, 1, 1), (0, 1, 2), (-1, 1, 1)]], straight=True, artifact=False),
    case(close, lambda: [(BYTES, BYTES.flip(1), *v) for v in [(0.5, 1e-7), (0.0, 0.0), (0.0, 300.0)]], straight=True),
    case(padded, lambda: [(BYTES.clone(), *v) for v in [(1, 7), (-2, -7), (0, 3), (1, -7), (2, 300), (1, 2.5)]], straight=True, artifact=False),
    case(differences, lambda: [(ones_of(2, 3), n, ones_of(2, 1)) for n in (1, 0, 2, -1, 5)], straight=True, artifact=False),
    case(added, lambda: [(INF.clone(), ones_of(2, 2), ones_of(2, 2), *v) for v in [(1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (2.0, -1.0)]], straight=True),
    case(transformed, lambda: [(ones_of(4, 6), *v) for v in [(4, 6), (-1, 8), (3, -1), (-1, -1), (-2, 3), (0, 2)]], straight=True, artifact=False),
    case(similar, lambda: [(ones_of(2, 3), ones_of(2, 1, 3), *v) for v in [(-1, 1e-8), (0, 1e-8), (2, 1e3), (-3, 0.0), (1, -1.0), (3, 1e-8)]], straight=True, artifact=False),
    case(encoded, lambda: [(torch.tensor([3, 0, 1]), n) for n in (4, -1, 6, 2)], straight=True, artifact=False),
    case(joined, lambda: [(torch.empty(0), ones_of(2, 3), dim) for dim in (0, 1, -1, -2, 2)], straight=True, artifact=False),
    case(logits, lambda: [(torch.tensor([0.0, 0.4, 1.0, torch.nan]), eps) for eps in (0.1, 0.0, 0.7, 1.0, torch.nan)], straight=True),
    case(unpooled, lambda: [(ones_of(1, 2, 1, 1), torch.ones(1, 2, 1, 1).long(), *v) for v in [(2, 3), (0, 3), (2, 0), (1, 1)]], straight=True, artifact=False),
    case(drawn, lambda: [(torch.full((3, 4), 0.5), *v) for v in [(2, True), (1, True), (1, False), (3, False)]], straight=True, artifact=False),
    case(limited, lambda: [(ones_of(3), *v) for v in [(0.5, 1.5), (0.0, torch.nan), (torch.nan, 1.0), (1.0, 0.0)]], straight=True),
]  # fmt: skip
