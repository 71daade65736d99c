"""74: set-item by slice, list, ellipsis, tensor index, mask."""

from language.harness import case
import torch

T = torch.tensor


def slices(x, n):
    y = x.clone()
    y[1:n] = 0
    y[..., -1] = 7
    y[::2] = y[::2] + 1
    return y


def indices(x, i):
    y = x * 1
    y[i] = 5.0
    y[[0, 1]] = y[[1, 0]]
    return y


def masks(x):
    y = x.clone()
    y[y < 0] = 0
    if y.sum() > 3:
        y[y > 2] = y[y > 2] * 10
    return y


def rows(x):
    x = x + 0
    x[0] = x[1]
    x[:, 0] = T([8.0, 9.0])
    x[1, 1] += 1
    x[None, 0, 1:] = 3
    return x


def ranks(x, i):
    """The rank of what is put in depends on sizes."""
    y = x.clone()
    y[:, 0] = x.gather(1, i).squeeze()
    return y


CASES = [
    case(
        slices,
        lambda: [(torch.arange(5.0), 3), (torch.arange(5.0), 9), (torch.arange(5.0), 0)],
        straight=True,
    ),
    case(
        indices, lambda: [(torch.arange(4.0), T([3, 2])), (torch.arange(4.0), T(1))], straight=True
    ),
    case(masks, lambda: [(T([1.0, -1.0, 5.0]),), (T([-1.0, 1.0]),)]),
    case(
        ranks,
        lambda: [(torch.arange(6.0).view(3, 2), T([[1], [0], [1]])), (torch.ones(1, 2), T([[1]]))],
        straight=True,
    ),
    case(rows, lambda: [(torch.zeros(2, 2),), (torch.ones(2, 3),)], straight=True),
]
