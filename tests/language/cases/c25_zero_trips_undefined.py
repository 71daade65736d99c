"""25: after zero trips the loop variable is undefined; reading it raises."""

from language.harness import case
import torch

T = torch.tensor


def counted(x, n):
    for i in range(n):
        x = x + 1
    return x, i


def over_tensor(x):
    total = 0
    for row in x:
        total = total + row.sum()
    return total, row


def over_list(x, items):
    for item in items:
        x = x + item
    print(item)
    return x


def only_under_condition(x, n):
    for i in range(n):
        x = x - 1
    if x.sum() > 0:
        return i
    return x


CASES = [
    case(counted, lambda: [(T(1.0), 2), (T(1.0), 0)]),
    case(over_tensor, lambda: [(torch.ones(2, 2),), (torch.ones(0, 2),)]),
    case(over_list, lambda: [(T(1.0), [1, 2]), (T(1.0), [])]),
    case(only_under_condition, lambda: [(T(5.0), 2), (T(-5.0), 0), (T(5.0), 0)]),
]
