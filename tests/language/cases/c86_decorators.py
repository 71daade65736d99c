"""86: stacked, parameterised and contextmanager decorators; partials of partials."""

from language.harness import case
import contextlib
import functools

import torch

T = torch.tensor


def scaled(k):
    def wrap(fn):
        @functools.wraps(fn)
        def inner(*args, **kwargs):
            return fn(*args, **kwargs) * k

        return inner

    return wrap


def shifted(fn):
    def inner(x):
        return fn(x) + 1

    return inner


@scaled(2)
@shifted
def decorated(x):
    if x.sum() > 0:
        return x
    return -x


@contextlib.contextmanager
def logged(log, name):
    log.append("in " + name)
    try:
        yield name
    finally:
        log.append("out " + name)


def with_manager(x):
    log = []
    with logged(log, "a") as name:
        if x.sum() > 0:
            return x, log, name
        x = x + 1
    return x, log


def add(a, b, c=0):
    return a + b * 10 + c * 100


def partials(x, n):
    f = functools.partial(functools.partial(add, x), c=n)
    return f(1) if n > 0 else f(2, c=5)


def calls_decorated(x):
    return decorated(x) - 1


CASES = [
    case(decorated, lambda: [(T([1.0]),), (T([-1.0]),)], name="decorated"),
    case(calls_decorated, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(with_manager, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(partials, lambda: [(T(1.0), 3), (T(1.0), 0)]),
]
