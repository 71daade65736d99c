"""61: `return` in `finally` overrides; an exception while computing a return value is caught."""

from language.harness import case
import torch

T = torch.tensor


def overrides(x):
    try:
        if x > 0:
            return "try"
        raise ValueError("lost")
    finally:
        return "finally"


def sometimes(x):
    try:
        return x * 2
    finally:
        if x.sum() > 0:
            return "positive"


def fails(x):
    if x.sum() > 0:
        raise RuntimeError("value")
    return x


def caught_while_returning(x):
    try:
        return fails(x) + 1
    except RuntimeError as e:
        return str(e)
    else:
        return "never"


def order(x):
    log = []
    try:
        try:
            if x > 1:
                raise KeyError("one")
            log.append("body")
        finally:
            log.append("inner")
            x = x + 1
    except KeyError:
        log.append("handler")
    else:
        log.append("else")
    finally:
        log.append("outer")
    return log, x


def reraised(x):
    try:
        y = fails(x)
    except RuntimeError as e:
        raise TypeError("other") from e
    return y


def chained_types(x, kind):
    try:
        if kind == 0:
            return x[5]
        if kind == 1:
            raise LookupError("two")
        if kind == 2:
            return 1 // (kind - 2)
        return x
    except IndexError:
        return "index"
    except (LookupError, ArithmeticError) as e:
        return type(e).__name__, str(e)


CASES = [
    case(overrides, lambda: [(T(1.0),), (T(-1.0),)]),
    case(sometimes, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(caught_while_returning, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(order, lambda: [(T(2.0),), (T(0.0),)]),
    case(reraised, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(chained_types, lambda: [(T([1.0]), 0), (T([1.0]), 1), (T([1.0]), 2), (T([1.0]), 3)]),
]
