"""79: `reshape([a * b, c])` with unknown sizes."""

from language.harness import case
import torch

T = torch.tensor


def product(x):
    a, b, c = x.shape
    y = x.reshape([a * b, c])
    if a * b > 4:
        return y.sum(0)
    return y


def inferred(x, n):
    return x.reshape(-1, n), x.view(x.size(0), -1)


CASES = [
    case(product, lambda: [(torch.ones(2, 2, 3),), (torch.ones(2, 3, 3),), (torch.ones(0, 3, 3),)]),
    case(inferred, lambda: [(torch.ones(2, 6), 3), (torch.ones(2, 6), 5)], message=False),
]
