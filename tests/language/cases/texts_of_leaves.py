"""The text of a leaf that paths made says that it requires a gradient."""

import torch

from language.harness import case


def one_of_two(n):
    v = torch.ones(2, requires_grad=True) if n > 0 else torch.zeros(1, requires_grad=True)
    return str(v), repr([v]), f"{v}", v.requires_grad, v.is_leaf


def of_a_pair(n):
    first, second = torch.ones(2, requires_grad=True), torch.zeros(1, requires_grad=True)
    v, w = (first, second) if n > 0 else (second, first)
    print(v, w.detach(), w.data)
    with torch.no_grad():
        return "%s %r" % (v, w)


def of_trips(n):
    v = torch.ones(2, requires_grad=True)
    for i in range(n):
        v = torch.full((2,), float(i), requires_grad=True)
    return str(v)


CASES = [
    case(one_of_two, lambda: [(torch.tensor(1),), (torch.tensor(-1),)]),
    case(of_a_pair, lambda: [(torch.tensor(1),), (torch.tensor(-1),)]),
    case(of_trips, lambda: [(0,), (2,)]),
]
