"""36: grow until a shape is reached, then break."""

from language.harness import case
import torch

T = torch.tensor


def mask_of_five(x):
    mask = x > 0
    while True:
        mask = torch.cat([mask, mask[:1]])
        if mask.shape[0] == 5:
            break
    return mask


def until_size(x, limit):
    rows = x.unsqueeze(0)
    for i in range(10):
        if rows.size(0) >= limit:
            break
        rows = torch.cat([rows, x.unsqueeze(0) + i])
    return rows, i


def numel(x):
    trips = 0
    while x.numel() != 16:
        x = torch.stack([x, x * 2])
        trips += 1
    return x.reshape(-1), trips


CASES = [
    case(mask_of_five, lambda: [(T([1.0, -1.0]),), (T([1.0, -1.0, 0.0, 3.0]),)]),
    case(until_size, lambda: [(T([1.0, 2.0]), 4), (T([1.0]), 1), (T([1.0]), 99)]),
    case(numel, lambda: [(T([1.0, 2.0]),), (torch.arange(16),)]),
]
