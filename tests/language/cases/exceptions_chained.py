"""Context, cause and arguments of exceptions."""

import torch

from language.harness import case

T = torch.tensor


class Base(Exception):
    code = 1


class Mine(Base):
    def __init__(self, msg, extra=None):
        super().__init__(msg)
        self.extra = extra


def reraise(x, n):
    log = []
    try:
        try:
            if n > 1:
                raise ValueError("a")
            if n == 1:
                raise TypeError("t")
        except ValueError as e:
            log.append(str(e))
            raise
        finally:
            log.append("f")
    except Exception as e:
        log.append(type(e).__name__)
        log.append(e.__cause__ is None)
        log.append(e.__context__ is None)
    return log


def chain(x, n):
    try:
        try:
            [1, 2][n]
        except IndexError as e:
            raise Mine("wrapped", n) from e
    except Mine as m:
        return (
            str(m.__cause__),
            m.extra,
            type(m.__cause__).__name__,
            isinstance(m.__cause__, IndexError),
        )
    return "none"


def from_none(x, n):
    try:
        try:
            {}[n]
        except KeyError:
            raise ValueError("v") from None
    except ValueError as e:
        return e.__cause__, e.__suppress_context__


def exc_attr(x, n):
    try:
        raise Mine("m", extra={"n": n})
    except Exception as e:
        e.seen = n + 1
        if n > 0:
            e.args = ("changed", n)
        return e.args, e.seen, e.extra["n"], str(e)


def contexts(x, n):
    try:
        try:
            if n > 1:
                raise ValueError("a")
            raise KeyError("b")
        except LookupError:
            raise RuntimeError("c")
    except (RuntimeError, ValueError) as e:
        return type(e).__name__, e.__context__ is None, e.__cause__ is None, e.__suppress_context__


def other_class_under_the_same_name(x, n):
    try:
        if n == 1:
            raise TypeError("t")
        try:
            if n > 1:
                raise ValueError("a")
        except ValueError as e:
            raise e
    except Exception as e:
        return type(e).__name__, str(e)
    return 0


N = lambda: [(T([1.0, -2.0, 3.0]), n) for n in (0, 1, 2, 5, -1)]
CASES = [
    case(f, N, straight=True)
    for f in (reraise, chain, from_none, exc_attr, contexts, other_class_under_the_same_name)
]
