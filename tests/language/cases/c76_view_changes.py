"""76: `y = x.flatten(); x[0, 0] = 99`: y changes, because it is a view."""

from language.harness import case
import torch

T = torch.tensor


def flatten(x):
    x = x + 0
    y = x.flatten()
    x[0, 0] = 99
    return y, x


def transposed(x):
    x = x + 0
    y = x.t().flatten()
    x[0, 0] = 99
    return y


def chained(x, n):
    x = x + 0
    y = x.view(-1)[1:]
    z = y[::2]
    for i in range(n):
        z += i
        x[0, 0] = z.sum()
    return x, y, z


def maybe_view(x, flag):
    x = x * 1
    y = x[0] if flag else x[0].clone()
    y.add_(10)
    return x


CASES = [
    case(flatten, lambda: [(torch.zeros(2, 2),), (torch.zeros(1, 3),)], straight=True),
    case(transposed, lambda: [(torch.zeros(2, 2),), (torch.zeros(1, 3),)], straight=True),
    case(chained, lambda: [(torch.zeros(2, 2), 3), (torch.zeros(2, 3), 0)]),
    case(maybe_view, lambda: [(torch.zeros(2, 2), True), (torch.zeros(2, 2), False)]),
]
