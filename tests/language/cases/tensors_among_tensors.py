"""Tensors in sequences: one object is found there whatever `==` of its elements says."""

import torch

from language.harness import case


def _chosen(x, trips):
    y = x
    for i in range(trips):
        y = x if i < 2 else x + 1
    return y


def one_of_several_in_a_list(x, trips):
    return x in [_chosen(x, trips)]


def not_a_number(x, trips):
    return x in (_chosen(x, trips),), [x].count(_chosen(x, trips))


def contiguous_in_a_list(x, trips):
    return x.contiguous() in [x], x.contiguous() in {x: trips}


def of_a_list_of_run_time(x, trips):
    given = [x] * trips
    return x in [given[0]], given[-1] in [x], x in {given[0]: 1}


def _both():
    return [(torch.ones(2, 2), 1), (torch.ones(2, 2).t(), 3)]


CASES = [
    case(one_of_several_in_a_list, _both),
    case(not_a_number, lambda: [(torch.tensor(float("nan")), 1), (torch.tensor(float("nan")), 3)]),
    case(contiguous_in_a_list, _both),
    case(of_a_list_of_run_time, _both, straight=True),
]
