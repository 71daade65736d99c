"""Generators in parts whose `yield` stands in `try` or `with`; throw, close, ExitStack."""

import contextlib

import torch

from language.harness import case

T = torch.tensor


@contextlib.contextmanager
def ctx(log, name, swallow=()):
    log.append("+" + name)
    try:
        yield name
    except swallow as e:
        log.append(f"swallowed {e}")
    finally:
        log.append("-" + name)


def gen(log):
    log.append("open")
    try:
        a = yield 1
        log.append(a)
        with ctx(log, "c"):
            b = yield 2
            log.append(b)
        yield 3
    except ValueError as e:
        log.append(str(e))
        yield 99
    finally:
        log.append("close")


def all_parts(x, n):
    log = []
    g = gen(log)
    r = [next(g), g.send(n), g.send(n + 1)]
    try:
        next(g)
    except StopIteration:
        r.append("stop")
    return r, log


def zipped(x, n):
    log = []

    def src(k):
        try:
            for i in range(k):
                yield i
        finally:
            log.append(k)

    r = list(zip(src(2), [1, 2, 3]))
    return r, log


def stack(x, n):
    log = []
    with contextlib.ExitStack() as st:
        a = st.enter_context(ctx(log, "a"))
        b = st.enter_context(ctx(log, "b"))
        st.callback(log.append, "cb")
        log.append(a + b)
        if n > 1:
            log.append("big")
    return log


def stack_raises(x, n):
    log = []
    try:
        with contextlib.ExitStack() as st:
            st.enter_context(ctx(log, "p"))
            st.enter_context(ctx(log, "q", (KeyError,)))
            if n > 1:
                raise ValueError("bad")
            if n == 1:
                raise KeyError("key")
            log.append("fine")
    except ValueError as e:
        log.append(str(e))
    return log


def stack_loop(x, n):
    log = []
    with contextlib.ExitStack() as st:
        names = [st.enter_context(ctx(log, s)) for s in ("p", "q", "r")]
        log.append(names)
        if n == 2:
            return log, "early"
    return log, names


def manual(x, n):
    log = []
    c = ctx(log, "m")
    v = c.__enter__()
    log.append(v)
    try:
        if n > 0:
            raise ValueError("in")
    except ValueError as e:
        try:
            c.__exit__(type(e), e, None)
        except ValueError as again:
            log.append(again is e)
    else:
        c.__exit__(None, None, None)
    return log


class Res:
    def __init__(self, log, n):
        self.log, self.n = log, n

    def __enter__(self):
        self.log.append(("in", self.n))
        return self

    def __exit__(self, t, v, tb):
        self.log.append(("out", self.n, t is None))
        return False


def stack_objects(x, n):
    log = []
    with contextlib.ExitStack() as st:
        rs = [st.enter_context(Res(log, i)) for i in range(3)]
        total = sum(r.n for r in rs)
        if n > 2:
            st.pop_all()
    return log, total


def guarded(log):
    try:
        a = yield 1
        log.append(a)
        b = yield 2
        log.append(b)
    except ValueError as e:
        log.append(str(e))
    finally:
        log.append("close")


def thrown_and_closed(x, n):
    log = []
    g, h = guarded(log), guarded(log)
    next(g)
    next(h)
    if n > 0:
        g.send(n)
    try:
        g.throw(KeyError("k") if n > 1 else ValueError("v"))
    except KeyError as e:
        log.append(repr(e))
    except StopIteration:
        log.append("ended")
    h.close()
    h.close()
    return log


N = lambda: [(T([1.0, -2.0, 3.0]), n) for n in (0, 1, 2, 5, -1)]
FUNCTIONS = (
    all_parts,
    zipped,
    stack,
    stack_raises,
    stack_loop,
    manual,
    stack_objects,
    thrown_and_closed,
)
CASES = [case(f, N, straight=True) for f in FUNCTIONS]
