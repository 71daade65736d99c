"""69: appending to nested lists."""

from language.harness import case
import torch

T = torch.tensor


def rows(x, n, m):
    out = []
    for i in range(n):
        row = []
        for j in range(m):
            row.append(x * i + j)
        out.append(row)
    return out


def last_row(x):
    out = [[]]
    for v in x:
        if v < 0:
            out.append([])
        else:
            out[-1].append(v)
    return out, len(out[0])


def shared_rows(x):
    row = [x]
    grid = [row] * 2
    if x.sum() > 0:
        grid[0].append(x + 1)
    return grid, grid[0] is grid[1]


CASES = [
    case(rows, lambda: [(T(1.0), 2, 3), (T(1.0), 0, 3), (T(1.0), 2, 0)]),
    case(last_row, lambda: [(T([1.0, -1.0, 2.0, 3.0]),), (torch.zeros(0),)]),
    case(shared_rows, lambda: [(T([1.0]),), (T([-1.0]),)]),
]
