"""Generators that `next` takes one value of, and that nothing else refers to: they end there."""

from language.harness import case


class Closing:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.log.append("exit")


def guarded(xs, log):
    try:
        for x in xs:
            yield x
    finally:
        log.append("closed")


def delegated(xs, log):
    with Closing(log):
        yield from xs


def found(xs, k):
    log = []
    value = next((x for x in guarded(xs, log) if x == k), None)
    log.append("after")
    return value, log


def delegating(xs, k):
    log = []
    value = next(x for x in delegated(xs, log) if x == k)
    return value, log


def first(xs, k):
    log = []
    value = next(guarded(xs, log))
    return value, log


def nested(xs, k):
    log = []

    def inner():
        for x in guarded(xs, log):
            if x >= k:
                yield x

    value = next(inner(), None)
    return value, log, [next(delegated(xs, log), None) for _ in range(2)]


def kept(xs, k):
    log = []
    g = (x + 1 for x in guarded(xs, log))
    value = next(g, None)
    log.append("after")
    return value, list(g), log


def two_clauses(xs, k):
    log = []
    value = next((x * y for x in guarded(xs, log) for y in [1, k]), None)
    return value, log


def in_nested_loop(xs, k):
    log = []
    out = []
    for x in xs:
        out.append(next((y for y in guarded(xs, log) if y > x), None))
        log.append(x)
    return out, log


CALLS = [([1, 2, 3], 2), ([1, 2, 3], 5), ([], 1), ([3], 3)]
CASES = [
    case(f, lambda: CALLS)
    for f in (found, delegating, first, nested, kept, two_clauses, in_nested_loop)
]
