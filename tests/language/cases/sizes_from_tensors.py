"""Sizes that a program computes in a tensor and reads back as a list."""

import torch
from language.harness import case


def L(*items):
    return torch.tensor(items, dtype=torch.long)


def of_known_number(x, n):
    batch = torch.as_tensor(x.shape[:1])
    shape = [int(v) for v in torch.cat([torch.ones_like(batch), n.unsqueeze(0)]).tolist()]
    index = torch.arange(int(n)).view(shape)
    return index.repeat(torch.cat([batch, torch.as_tensor([1])]).tolist())


def repeats_of_run_time(x, sizes):
    try:
        return x.repeat(sizes.tolist())
    except RuntimeError as error:
        return str(error)


def list_that_grows(x):
    sizes = torch.tensor([x.shape[0], 2]).tolist()
    first = sizes
    for v in x.tolist():
        sizes.append(v)
    return sizes, first is sizes, sum(sizes)


CASES = [
    case(
        of_known_number,
        lambda: [(torch.zeros(2, 3), L(3)[0]), (torch.zeros(4, 1), L(1)[0])],
        straight=True,
    ),
    case(
        repeats_of_run_time, lambda: [(L(1, 2), L(2)), (L(1, 2), L(2, 1)), (torch.ones(1, 2), L(3))]
    ),
    case(list_that_grows, lambda: [(L(1, 2),), (L(),)]),
]
