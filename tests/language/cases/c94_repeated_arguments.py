"""94: arguments (x, x, m, n) versus (x, y, m, n): the right answer each time."""

from language.harness import case
import torch

T = torch.tensor
X = torch.arange(3.0)
Y = torch.ones(3)


def written(x, y, m, n):
    x.add_(m)
    if y.sum() > 5:
        y.mul_(n)
    return x - y, x is y


def shared(x, y):
    x[0] = 7
    return y * 1


def calls():
    a, b = torch.arange(3.0), torch.ones(3)
    c = torch.arange(3.0)
    return [(c, c, 1, 2), (a, b, 1, 2), (torch.ones(3), torch.ones(3), 5, 6)]


def views():
    a, b, c = torch.zeros(4), torch.zeros(4), torch.zeros(4)
    return [(a, b), (b, b), (c, c[:2])]


CASES = [
    case(written, calls),
    case(shared, views, straight=True),
]
