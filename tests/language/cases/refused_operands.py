"""Operands that eager refuses, with its class and words."""

import torch
import torch.nn.functional as F

from language.harness import case

T = torch.tensor
R = torch.ones


def windows(x, n: int):
    if n == 0:
        return F.conv2d(x, R(4, 3, 5, 3), padding=1)
    if n == 1:
        return F.conv2d(x, R(4, 3, 2, 2), dilation=3)
    if n == 2:
        return F.conv_transpose2d(x, R(3, 4, 2, 2), padding=3)
    if n == 3:
        return F.max_pool2d(x, 3)
    if n == 4:
        return F.avg_pool2d(x, 3)
    if n == 5:
        return F.max_pool1d(x[0], 3)
    if n == 6:
        return F.conv1d(x[0], R(1, 2, 3))
    if n == 7:
        return F.conv2d(x, R(4, 3, 1, 1).double())
    if n == 8:
        return F.max_pool2d(x[0, 0], 2)
    return x


def paddings(x, n: int):
    if n == 0:
        return F.pad(x, (3, 3), mode="reflect")
    if n == 1:
        return F.pad(x, (1, 1, 3, 0), mode="reflect")
    if n == 2:
        return F.pad(x, (5, 5), mode="circular")
    if n == 3:
        return F.pad(x, (-4, 0))
    if n == 4:
        return F.pad(x[0, 0], (1, 1, 1, 1), mode="reflect")
    if n == 5:
        return F.interpolate(x[0], scale_factor=2, mode="bilinear")
    if n == 6:
        return F.interpolate(x[0, 0], scale_factor=2)
    if n == 7:
        return F.interpolate(x, size=(2,))
    return x


def indices(x, n: int):
    if n == 0:
        return x.gather(1, x)
    if n == 1:
        return x.gather(1, T([[0], [0], [1]]))
    if n == 2:
        return x.scatter_add(0, T([[0, 0, 0]] * 3), x)
    if n == 3:
        return x.scatter(0, T([[0, 0, 0, 0]]), 1.0)
    if n == 4:
        return x.index_add(0, T([0]), x)
    if n == 5:
        return x.index_add(0, T([5]), x[:1])
    if n == 6:
        return x.masked_select(x)
    if n == 7:
        return F.embedding(T([1]), x[0])
    if n == 8:
        return F.one_hot(x, 3)
    if n == 9:
        return torch.bincount(T([[1]]))
    if n == 10:
        return x.repeat_interleave(T([1, 1, 1]), 0)
    if n == 11:
        return x.repeat_interleave(T([-1, 1]), 0)
    if n == 12:
        return x.view(-1, -1)
    if n == 13:
        return x.permute(1, 0, 2)
    if n == 14:
        return x[:0].argmax()
    if n == 15:
        return torch.normal(x, -x)
    return x


def targets(x, y):
    return F.cross_entropy(x, y)


def grids(x, grid):
    return F.grid_sample(x, grid, align_corners=False)


CASES = [
    case(windows, lambda: [(R(1, 3, 2, 2), n) for n in range(10)]),
    case(paddings, lambda: [(R(1, 2, 3, 3), n) for n in range(9)]),
    case(indices, lambda: [(R(2, 3), n) for n in range(17)]),
    case(
        targets,
        lambda: [(R(2, 3), y) for y in (R(2), R(2, 4), R(2, 3), T([0, 1]), T([[0], [1]]))],
    ),
    case(
        grids,
        lambda: [(R(1, 2, 3, 3), R(sizes)) for sizes in ((1, 2, 2), (1, 2, 2, 3), (1, 2, 2, 2))],
    ),
]
