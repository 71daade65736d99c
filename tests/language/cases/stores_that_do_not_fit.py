"""`out=`, indexed elements and `expand` where sizes do not fit: which tensors are told apart, and the
words of the errors."""

import torch
from language.harness import case


def of_each_rank(tensors, n):
    largest = {}
    for _ in range(n):
        for i, x in enumerate(tensors):
            if i in largest:
                torch.maximum(largest[i], x.abs(), out=largest[i])
            else:
                largest[i] = x.abs()
            x.sub_(1)
    return largest


def item(x, y, where):
    x[where] = y
    return x


def expanded(x, sizes):
    return x.expand(*sizes)


R = torch.arange(6.0).reshape(2, 3)
CASES = [
    case(
        of_each_rank,
        lambda: [([R.clone(), R[0] * 2], 3), ([R[0] * 1, R - 3, R[:1] * 2], 1), ([], 1)],
    ),
    case(
        item,
        lambda: [
            (R.clone(), R[:, :2], 0),
            (R.clone(), R[:1], 1),
            (R.clone(), R[None, :, :2], 0),
        ],
    ),
    case(expanded, lambda: [(R, (2, 3)), (R, (3, 3, 1)), (R, (3,)), (R[:1], (4, 3)), (R, (4, 4))]),
]
