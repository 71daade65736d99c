"""46: an inner counter is reset on each outer trip."""

from language.harness import case
import torch

T = torch.tensor


def counted(x, n, m):
    total = 0
    for i in range(n):
        j = 0
        while j < m:
            j += 1
            total += 1
            x = x + j
    return x, total


def tensor_counter(x):
    outer = 0
    while outer < 3:
        inner = torch.zeros(())
        while inner < x.sum():
            inner = inner + 1
        x = x * 0.5
        outer += 1
    return x, inner, outer


def list_reset(x):
    all_rows = []
    for row in x:
        kept = []
        for v in row:
            if v > 0:
                kept.append(v)
        all_rows.append(len(kept))
    return all_rows, kept


CASES = [
    case(counted, lambda: [(T(1.0), 2, 3), (T(1.0), 3, 0), (T(1.0), 0, 3)]),
    case(tensor_counter, lambda: [(T([4.0]),), (T([-4.0]),)]),
    case(list_reset, lambda: [(T([[1, -1], [2, 2]]),), (T([[-1], [-1]]),)]),
]
