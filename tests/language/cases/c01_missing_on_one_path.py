"""1: a variable assigned in one branch only; reading it elsewhere raises UnboundLocalError."""

from language.harness import case
import torch

T = torch.tensor


def tensor_condition(x):
    if x > 0:
        y = x * 2
    return y


def python_number(x):
    if x.sum() > 3:
        count = 5
    x = x + 1
    return x, count


def after_else(x, flag):
    if x.max() > 1:
        a = x
        b = 1
    else:
        a = -x
    if flag:
        return a
    return a, b


def in_nested_function(x):
    def inner():
        return value + 1

    if x > 0:
        value = x
    return inner()


def deleted(x):
    y = x + 1
    if x > 0:
        del y
    else:
        y = y * 2
    return y


CASES = [
    case(tensor_condition, lambda: [(T(1.0),), (T(-1.0),), (T(3.0),)]),
    case(python_number, lambda: [(T([1.0, 4.0]),), (T([0.0, 1.0]),)]),
    case(
        after_else,
        lambda: [(T([2.0]), True), (T([2.0]), False), (T([0.5]), True), (T([0.5]), False)],
    ),
    case(in_nested_function, lambda: [(T(1.0),), (T(-1.0),)]),
    case(deleted, lambda: [(T(1.0),), (T(-1.0),)]),
]
