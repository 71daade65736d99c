"""2: a tensor `if` whose body assigns nothing."""

from language.harness import case
import torch

T = torch.tensor


def statement(x):
    if x > 0:
        x + 1
    return x


def only_pass(x, y):
    if x.sum() > y.sum():
        pass
    elif x.sum() == y.sum():
        x - y
    else:
        y * 2
    return x + y


def docstring_and_print(x):
    if x.mean() > 0:
        "nothing to do"
        print("positive")
    else:
        ...
    return x.mean()


CASES = [
    case(statement, lambda: [(T(1.0),), (T(-1.0),)]),
    case(only_pass, lambda: [(T([1.0]), T([0.0])), (T([1.0]), T([1.0])), (T([0.0]), T([1.0]))]),
    case(docstring_and_print, lambda: [(T([1.0, 2.0]),), (T([-1.0, -2.0]),)]),
]
