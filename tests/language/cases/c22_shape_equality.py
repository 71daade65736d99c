"""22: `x.shape == y.shape` as a condition."""

from language.harness import case
import torch

T = torch.tensor


def equal(x, y):
    if x.shape == y.shape:
        return x + y
    return x.sum() + y.sum()


def with_tuple(x):
    if x.shape == (2, 2):
        return "square"
    if x.shape[1:] == torch.Size([3]):
        return "three wide"
    return tuple(x.shape)


def unequal(x, y):
    if x.shape != y.shape or x.dim() != y.dim():
        raise ValueError(f"{tuple(x.shape)} against {tuple(y.shape)}")
    return x * y


CASES = [
    case(equal, lambda: [(T([1.0, 2.0]), T([3.0, 4.0])), (T([1.0, 2.0]), T([3.0]))]),
    case(with_tuple, lambda: [(torch.ones(2, 2),), (torch.ones(2, 3),), (torch.ones(1, 4),)]),
    case(unequal, lambda: [(T([1.0, 2.0]), T([3.0, 4.0])), (T([1.0, 2.0]), T([3.0]))]),
]
