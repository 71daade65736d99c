"""Built-in functions on objects of types in C that never change; `{**x}`; copies that share."""

import copy
import decimal
import fractions
import math

import numpy as np
import torch

from language.harness import case


def numbers(value):
    return divmod(value, 2), math.sqrt(value), complex(value), abs(value), round(value), int(value)


case_numbers = case(
    numbers,
    lambda: [(decimal.Decimal("2.25"),), (fractions.Fraction(9, 4),), (np.float64(2.25),), (4,)],
    artifact=False,
    straight=True,
)


def unpacked(value):
    try:
        return {**value}
    except TypeError as error:
        return str(error)


case_unpacked = case(
    unpacked, lambda: [({"a": 1},), ([("a", 1)],), ("ab",), (None,)], artifact=False
)


def shared(values, n):
    made = copy.deepcopy([values, values, [values]])
    made[0].append(n)
    return made


case_shared = case(shared, lambda: [([1, 2], 2), ([], 3)], straight=True)


def written(x):
    x += 1
    x[0] = 3
    return x


case_written = case(
    written,
    lambda: [
        (torch.ones(3, 2),),
        (torch.ones(1, 2).expand(3, 2),),
        (torch.ones(3, 1).expand(3, 2),),
    ],
    artifact=False,
)

CASES = [case_numbers, case_unpacked, case_shared, case_written]
