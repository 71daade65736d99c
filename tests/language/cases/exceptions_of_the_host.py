"""What functions of constants raise has the attributes that Python's exception has; flags of run time are iterated over;
`reduce` tells a missing start from any value."""

from language.harness import case
import enum
import functools
import json
import re

import numpy as np


class Access(enum.Flag):
    READ = 1
    WRITE = 2


def place_of_mistake(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError as mistake:
        return mistake.msg, mistake.pos, mistake.lineno, mistake.colno, str(mistake)


def pattern_of_mistake(x):
    try:
        return re.compile("(")
    except re.error as mistake:
        return mistake.pos, mistake.pattern, mistake.msg, x


def operand_of_mistake(x):
    try:
        return np.add("a", 1)
    except TypeError as mistake:
        return mistake.ufunc, str(mistake), x


def raised(x):
    if x.sum() > 0:
        return np.add("a", 1)
    return re.compile("(")


def joined(x):
    given = Access.READ | Access.WRITE if x.sum() > 0 else Access(0)
    return "-".join(each for each in given)


def reduced(x):
    values = [NotImplemented, 2] if x.sum() > 0 else [None]
    return functools.reduce(lambda a, b: a, values)


def reduced_to_nothing(xs):
    return functools.reduce(lambda a, b: a + b, xs)


def ones(sign=1):
    import torch

    return sign * torch.ones(2)


CASES = [
    case(place_of_mistake, lambda: [["{bad"], ["[1, 2]"], ["[1,\n2"]], straight=True),
    case(pattern_of_mistake, lambda: [[1], [2]], straight=True),
    case(operand_of_mistake, lambda: [[1], [2]], straight=True, artifact=False),
    case(raised, lambda: [[ones()], [ones(-1)]], message=True, artifact=False),
    case(joined, lambda: [[ones()], [ones(-1)]], artifact=False),
    case(reduced, lambda: [[ones()], [ones(-1)]]),
    case(reduced_to_nothing, lambda: [[[1, 2, 3]], [[]], [[4]]], straight=True),
]
