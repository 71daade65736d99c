"""Constant numbers of NumPy that paths choose, in containers of run time and beside computed ones; named tuples as keys."""

from language.harness import case
import collections

import numpy as np
import torch

HALF, MORE = np.float64(0.5), np.float64(2.5)
COUNT = np.int64(3)
Size = collections.namedtuple("Size", "rows columns")
COSTS = {Size(1, 2): 10, Size(3, 4): 20}


def chosen(x):
    a = HALF if x.sum() > 1 else MORE
    return a, a * 2, type(a), a == 0.5, a < 1, x * a, torch.full((2,), a), f"{a:.2f}", [a] == [0.5]


def indexed(x):
    value = [HALF, MORE][int(x.sum()) - 1]
    return value + 1, str(value), [HALF, 2, COUNT, "x", None][int(x.sum())]


def collected(x):
    found, table = [], {}
    for i in range(int(x.sum())):
        found.append(HALF)
        table[i] = COUNT
    found.append(MORE)
    return found, found[-1] + 1, sum(found), max(found), table, sum(table.values()), sorted([MORE, HALF]), sorted([COUNT, np.int64(1)], reverse=True)


def began_with(x):
    found = [HALF]
    i = 0
    while i < x.sum():
        i += 1
        found.append(float(i))
    return found


def meeting(x):
    a = HALF
    if x.sum() > 1:
        a = np.arange(3.0)[1]
    for i in range(int(x.sum())):
        a = a + np.float64(i)
    return a


def looked_up(x):
    COSTS[Size(5, 6)] = int(x.sum())
    return COSTS[Size(1, 2)], COSTS[(3, 4)], Size(1, 2) in COSTS, COSTS.get(Size(9, 9)), [key.rows for key in COSTS], {key.columns: cost for key, cost in COSTS.items()}


X = [torch.ones(2), torch.ones(1)]
CASES = [case(f, lambda: [(x.clone(),) for x in X], artifact=False) for f in (chosen, collected, began_with, meeting)] + [
    case(f, lambda: [(x.clone(),) for x in X], artifact=False, straight=True) for f in (indexed, looked_up)
]
