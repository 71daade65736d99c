"""Lists that grow at run time with tensors whose rank only run time knows."""

from language.harness import case
import torch

T = torch.tensor


def unrolled(x, future):
    """As the example of PyTorch that predicts time series."""
    outputs, h = [], torch.zeros(x.size(0), 2)
    for piece in x.split(1, dim=1):
        h = torch.tanh(piece.squeeze(1) + h)
        outputs += [h]
    for _ in range(future):
        outputs += [h * 2]
    return torch.stack(outputs, 1)


def picked(x, n):
    rows = []
    for i in range(n):
        rows.append(x[:, i : i + 1].squeeze(-1))
    return torch.stack(rows)


def joined(x, n):
    rows = []
    for _ in range(n):
        rows.append(x.squeeze(0))
    return torch.cat(rows, -1)


def mixed(x, n):
    rows = []
    for i in range(n):
        rows.append(x[i:].squeeze(0))
    return torch.stack(rows)


def sizes(x, n):
    """A list of sizes whose length is the rank that only run time knows."""
    for _ in range(3):
        x = x.squeeze(-1)
    shape = list(x.size())
    shape[0] = n
    return x.expand(shape), torch.zeros(shape), x.new_ones(*shape).view(shape[::-1])


def appended(x, n):
    shape = []
    for i in range(n):
        shape.append(i + 1)
    return x.expand(shape)


ONE = T([[[1.0, 2.0], [3.0, 4.0]]])
TWO = T([[[1.0, 2.0]], [[3.0, 4.0]]])
CASES = [
    case(unrolled, lambda: [(ONE, 2), (TWO, 0), (torch.zeros(2, 0, 2), 1)]),
    case(picked, lambda: [(T([[1.0, 2.0], [3.0, 4.0]]), 2), (T([[1.0, 2.0, 3.0]]), 3), (ONE, 0)]),
    case(joined, lambda: [(ONE, 2), (TWO, 3), (TWO, 0)]),
    case(mixed, lambda: [(TWO, 2), (TWO, 1), (TWO, 0)]),
    case(
        sizes,
        lambda: [(torch.ones(1, 2, 1), 3), (torch.ones(1, 1, 1, 1), 2), (ONE, 1)],
        straight=True,
    ),
    case(appended, lambda: [(T(1.0), 2), (T([1.0]), 1), (T([[1.0]]), 3), (T([1.0]), 0)]),
]
