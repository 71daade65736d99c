"""Generators as context managers whose body would run twice, or not at all."""

import contextlib

from language.harness import case
import torch

T = torch.tensor


@contextlib.contextmanager
def times(n):
    for i in range(n):
        yield i


@contextlib.contextmanager
def after_errors(again):
    try:
        yield 1
    except ValueError:
        if again:
            yield 2


def known(x, n: int):
    out = []
    for count in (1, 2, 0):
        try:
            with times(count) as i:
                out.append(i)
        except RuntimeError as error:
            out.append(str(error))
    return out if n > 1 else out[0]


def unknown(x, n: int):
    out = []
    try:
        with times(int(x.sum())) as i:
            out.append(i)
    except RuntimeError as error:
        out.append(str(error))
    return out


def thrown(x, n: int):
    try:
        with after_errors(n > 1):
            raise ValueError
    except RuntimeError as error:
        return str(error)
    return n


def left_early(x, n: int):
    out = []
    for value in range(3):
        with times(1):
            if value == n:
                continue
            out.append(value)
        if value > 1:
            break
    return out


CASES = [
    case(known, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(unknown, lambda: [(T([1.0]), 1), (T([2.0]), 3), (T([0.0]), 1)]),
    case(thrown, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(left_early, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
]
