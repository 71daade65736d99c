"""torch.nn.Parameter called in a program."""

import copy

import torch
from language.harness import case

KEPT = torch.nn.Parameter(torch.ones(3), requires_grad=False)
TABLE = torch.arange(3.0)


def as_results(x):
    made = torch.nn.Parameter(x * 2)
    fixed = torch.nn.Parameter(TABLE, requires_grad=False)
    if x.sum() > 0:
        fixed = torch.nn.Parameter(TABLE + 1)
    is_one = isinstance(made, torch.nn.Parameter)
    return made.detach(), is_one, made.requires_grad, (made * 2).requires_grad, x + fixed


def as_it_is(x):
    return torch.nn.Parameter(x, requires_grad=False), [torch.nn.Parameter(TABLE * len(x))]


def copied(x):
    other = copy.deepcopy(KEPT)
    other += x[0]
    return other, KEPT, isinstance(other, torch.nn.Parameter)


CASES = [
    case(as_results, lambda: [(torch.ones(3),), (-torch.ones(3),)]),
    case(as_it_is, lambda: [(torch.ones(3),), (torch.ones(1),)], artifact=False, straight=True),
    case(copied, lambda: [(torch.ones(3),), (torch.ones(1),)], artifact=False, straight=True),
]
