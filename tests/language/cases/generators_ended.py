"""Generators that end where the loop over them is left: `with` and `finally` in them run there."""

import contextlib

import torch

from language.harness import case

T = torch.tensor


def gen(log, xs):
    log.append("open")
    try:
        for v in xs:
            log.append(f"y{v}")
            yield v
        log.append("end")
    finally:
        log.append("close")


def left_by_return(x, n):
    log = []

    def find():
        for v in gen(log, [0, 1, 2, 3]):
            if v == n:
                return v * 10
        return None

    r = find()
    log.append("after")
    return r, log


def left_by_raise(x, n):
    log = []
    try:
        for v in gen(log, [1, 2, 3]):
            if v == n:
                raise ValueError(f"v{v}")
            log.append(10 // (v - n + 1))
    except ValueError as e:
        log.append(str(e))
    except ZeroDivisionError as e:
        log.append(repr(e))
    return log


def left_by_any(x, n):
    log = []
    return any(v == n for v in gen(log, [1, 2, 3])), log, [v for v in gen(log, [4])]


def any_direct(x, n):
    log = []
    r = any(gen(log, [0, n, 0, 7]))
    return r, log


def outer(log, xs):
    try:
        yield 100
        r = yield from gen(log, xs)
        log.append(r)
        yield 200
    finally:
        log.append("outer")


def nested_from(x, n):
    log = []
    t = 0
    for v in outer(log, [1, 2, 3]):
        t += v
        if t > 100 + n:
            break
    else:
        log.append("full")
    log.append(t)
    return log


def two_loops(x, n):
    log = []
    for a in gen(log, [1, 2]):
        for b in gen(log, "xy"):
            if a == n:
                break
            if a + n == 0:
                return log, "ret"
        else:
            continue
        log.append("broke")
        break
    return log


def catches(log):
    try:
        yield 1
        yield 2
    except GeneratorExit:
        log.append("exit")
        raise
    finally:
        log.append("fin")


def catch_exit(x, n):
    log = []
    for v in catches(log):
        log.append(v)
        if v > n:
            break
    return log


@contextlib.contextmanager
def ctx(log, name):
    log.append("+" + name)
    try:
        yield name
    finally:
        log.append("-" + name)


def withs(log, xs):
    for v in xs:
        with ctx(log, str(v)):
            yield v


def with_break(x, n):
    log = []
    for i, v in zip(range(10), [1, 2, 3]):
        log.append(i)
    for v in withs(log, [1, 2, 3]):
        if v == n:
            break
        log.append(v * v)
    log.append("done")
    return log


def no_grad_gen(x, n):
    def batches():
        with torch.no_grad():
            for i in range(3):
                yield x * i

    t = 0.0
    for b in batches():
        if b.sum() > n:
            break
        t = t + b.sum()
    return t, torch.is_grad_enabled()


def continue_in(x, n):
    log = []
    t = x.sum() * 0
    for v in gen(log, [1, 2, 3]):
        if x[v - 1] < 0:
            continue
        t = t + v * x[v - 1]
        if t > n + 1:
            break
    return t, log


def uncaught(x, n):
    for v in gen(SEEN, [1, 2]):
        if v == n:
            raise KeyError(v)
    return len(SEEN)


SEEN = []

N = lambda: [(T([1.0, -2.0, 3.0]), n) for n in (0, 1, 2, 5, -1)]
CASES = [
    case(f, N, straight=True)
    for f in (
        left_by_return, left_by_raise, left_by_any, any_direct, nested_from, two_loops, catch_exit,
        with_break, no_grad_gen, continue_in,
    )
]  # fmt: skip
CASES += [case(uncaught, N, artifact=False, ordered=True)]
