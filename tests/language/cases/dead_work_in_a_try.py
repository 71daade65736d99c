"""What a `try` computes and nobody needs: what was raised before the `try` is not caught by it."""

import torch
from language.harness import case


def overlapping(x, flag):
    v = x.sigmoid()
    v[1:3] = v[2:]
    try:
        if flag:
            v.view(2, 2)[0].mul_(2)
        else:
            v = x.flip(0)
    except RuntimeError:
        print("caught")
    return x


def sizes_that_differ(x, n):
    v = x * torch.ones(n)
    try:
        v = x.flip(0)
    except RuntimeError:
        print("caught")
        return x
    return x + 1


def dead_and_raising(x, n):
    try:
        x.flip(0)
        x.view(n, 2)
    except RuntimeError:
        return x - 1
    return x + n


CASES = [
    case(
        overlapping,
        lambda: [(torch.arange(4.0), False), (torch.arange(3.0), False), (torch.arange(4.0), True)],
    ),
    case(
        sizes_that_differ,
        lambda: [(torch.arange(4.0), 3), (torch.arange(4.0), 4), (torch.arange(4.0), 1)],
    ),
    case(dead_and_raising, lambda: [(torch.arange(4.0), 2), (torch.arange(4.0), 3)]),
]
