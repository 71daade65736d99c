"""The class of a tensor out of a container of run time, or of one of several."""

import torch
from language.harness import case
from torch import nn

WEIGHT = nn.Parameter(torch.ones(2))
OTHER = nn.Parameter(torch.zeros(2))


def in_a_list(n):
    held = []
    for _ in range(n):
        held.append(WEIGHT)
    return [isinstance(p, nn.Parameter) for p in held], type(held[0]).__name__, held[0] is WEIGHT


def plain_ones(x, n):
    held = [x * i for i in range(n)]
    return [type(p) is torch.Tensor for p in held], isinstance(held[0], nn.Parameter)


def as_keys(n):
    held = {}
    for i in range(n):
        held[WEIGHT] = i
    return [type(p).__name__ for p in held], len(held)


def of_both(n):
    w = WEIGHT if n > 1 else OTHER
    return isinstance(w, nn.Parameter), isinstance(w, torch.Tensor), w.sum()


def made_on_both_paths(x, n):
    w = nn.Parameter(x.clone()) if n > 1 else nn.Parameter(x * 2)
    return isinstance(w, nn.Parameter), w


def made_on_one_path(x, n):
    w = nn.Parameter(x.clone()) if n > 1 else x * 2
    return w.sum() * 2, isinstance(w, torch.Tensor)


def given(xs):
    return [isinstance(x, nn.Parameter) for x in xs]


CASES = [
    case(in_a_list, lambda: [(2,), (3,)], straight=True, artifact=False),
    case(plain_ones, lambda: [(torch.ones(2), 2), (torch.ones(1), 3)], straight=True),
    case(as_keys, lambda: [(2,), (1,)], straight=True, artifact=False),
    case(of_both, lambda: [(2,), (1,)], artifact=False),
    case(made_on_both_paths, lambda: [(torch.ones(2), 2), (torch.ones(2), 1)], artifact=False),
    case(made_on_one_path, lambda: [(torch.ones(2), 2), (torch.ones(2), 1)], artifact=False),
    case(
        given,
        lambda: [([torch.ones(2)] * 2,), ([nn.Parameter(torch.ones(2)), torch.ones(2)],)],
        artifact=False,
        straight=True,
    ),
]
