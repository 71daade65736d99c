"""Attributes that functions, classes and modules do not have at first: `getattr` and `hasattr` ask
in every call."""

import sys

from language.harness import case

HERE = sys.modules[__name__]


def plain(n):
    return n


def recursive(n):
    return n if n <= 0 else recursive(n - 2) + 1


class Holder:
    pass


def by_default(n):
    plain.calls = getattr(plain, "calls", 0) + 1
    return plain(n), plain.calls


def beside_recursion(n):
    recursive.calls = getattr(recursive, "calls", 0) + 1
    return recursive(n), recursive.calls


def by_hasattr(n):
    if not hasattr(by_hasattr, "counter"):
        by_hasattr.counter = n
    by_hasattr.counter += 1
    return by_hasattr.counter


def by_exception(n):
    try:
        plain.memo += n
    except AttributeError:
        plain.memo = n
    return plain.memo


def of_class(n):
    Holder.total = getattr(Holder, "total", 0) + n
    return Holder.total


def of_module(n):
    HERE.EXTRA = getattr(HERE, "EXTRA", 1) * 2
    return HERE.EXTRA


CASES = [
    case(program, lambda: [(5,), (0,), (8,), (1,)], straight=True, artifact=False)
    for program in (by_default, beside_recursion, by_hasattr, by_exception, of_class, of_module)
]
