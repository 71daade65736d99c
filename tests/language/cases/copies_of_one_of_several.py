"""copy and deepcopy of objects with a built-in value inside, of which run time knows which it is."""

from language.harness import case
import collections
import copy
import datetime
import math

import torch


class Row(list):
    pass


class Table(dict):
    pass


class Chosen(set):
    pass


def rows(x):
    v = Row([1, 2]) if x.sum() > 0 else Row([3])
    return copy.deepcopy(v), copy.deepcopy([v, v]), copy.copy(v)


def written_rows(x):
    v = Row([1, 2]) if x.sum() > 0 else Row([3])
    v.append(5)
    other = copy.deepcopy(v)
    other += [6]
    return other, v, len(v)


def tables(x):
    v = Table(a=1) if x.sum() > 0 else Table()
    v["z"] = [1]
    other = copy.deepcopy(v)
    other["z"].append(2)
    return other, v


def sets(x):
    v = Chosen([1]) if x.sum() > 0 else Chosen()
    return copy.deepcopy(v), str(v), f"{[v]}"


def queues(x):
    v = collections.deque([1, 2], maxlen=3) if x.sum() > 0 else collections.deque([], maxlen=2)
    other = copy.deepcopy(v)
    other.extend([7, 8, 9])
    return other, other.maxlen, copy.copy(v).maxlen


def given_queue(d):
    other = copy.deepcopy(d)
    other.append(5)
    return other, other.maxlen, d


def constants(v):
    try:
        return copy.copy(v) == v, copy.deepcopy([v, v])[1] == v
    except TypeError as error:
        return str(error)


def bounds(v):
    first, second = copy.deepcopy([v, v])
    return first, second


INPUTS = [(torch.ones(3),), (-torch.ones(3),)]
CASES = [
    case(rows, lambda: INPUTS),
    case(written_rows, lambda: INPUTS),
    case(tables, lambda: INPUTS),
    case(sets, lambda: INPUTS),
    case(queues, lambda: INPUTS),
    case(
        given_queue,
        lambda: [(collections.deque([1, 2], maxlen=n),) for n in (4, 2, None)],
        artifact=False,
        straight=True,
    ),
    case(
        constants,
        lambda: [(torch.finfo(torch.float32),), (math,), (datetime.date(2020, 1, 2),), (torch.device("cpu"),)],
        artifact=False,
        straight=True,
    ),
    case(bounds, lambda: [(slice(1, 2),), (slice(None),)], artifact=False, straight=True),
]
