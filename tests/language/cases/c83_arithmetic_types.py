"""83: int64 true division, `.item()`, dtype and promotion."""

from language.harness import case
import torch

T = torch.tensor


def division(x, y):
    if y.item() == 0:
        return "zero"
    return x / y, x // y, x % y, x.dtype


def promotion(x, n, f):
    return x + n, x * f, x / n, x.sum() + f, x > n, x.float() ** n


def items(x):
    v = x.sum().item()
    if isinstance(v, float):
        return "float", v
    return "int", v, v // 2, v / 2


CASES = [
    case(division, lambda: [(T([7, -7]), T(2)), (T([7]), T(0)), (T([7.0]), T(-2.0))]),
    case(
        promotion,
        lambda: [(T([1, 2]), 2, 0.5), (T([1.0, 2.0]), 2, 0.5), (T([True, False]), 2, 0.5)],
        straight=True,
    ),
    case(items, lambda: [(T([1, 2]),), (T([1.0]),)]),
]
