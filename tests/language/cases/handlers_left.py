"""The name of a handler is gone however the handler is left; an exception is no tuple."""

import torch
from language.harness import case

T = torch.tensor


def left_by_break(xs):
    for x in xs:
        try:
            1 / x
        except ZeroDivisionError as e:
            break
    try:
        return str(e)
    except UnboundLocalError as u:
        return str(u)


def left_by_continue(xs):
    e = "before"
    seen = []
    for x in xs:
        try:
            seen.append(1 / x)
        except ZeroDivisionError as e:
            continue
    try:
        return e, seen
    except UnboundLocalError:
        return "gone", seen


def left_by_raise(x):
    e = "before"
    try:
        try:
            if x > 0:
                raise ValueError("v")
        except ValueError as e:
            raise KeyError("k")
    except KeyError:
        pass
    try:
        return e
    except UnboundLocalError:
        return "gone"


def left_by_return(x):
    def peek():
        try:
            return str(e)
        except NameError:
            return "gone"

    def run():
        nonlocal e
        try:
            if x > 0:
                raise ValueError("v")
            return "none"
        except ValueError as e:
            return peek()

    e = "before"
    return run(), peek()


def no_tuple(n):
    e = ValueError(n, 2)
    kinds = []
    for f in (len, list, lambda v: v[0], lambda v: v + (1,), lambda v: 1 in v):
        try:
            kinds.append(f(e))
        except TypeError as error:
            kinds.append(str(error))
    try:
        a, b = e
        kinds.append((a, b))
    except TypeError as error:
        kinds.append(str(error))
    match e:
        case [a, b]:
            kinds.append("matched")
        case ValueError():
            kinds.append("an exception")
    return kinds, bool(ValueError()), e.args


def raised_no_tuple(n):
    try:
        [1][n]
        raise KeyError(n, 1)
    except LookupError as e:
        match e:
            case [a, b]:
                return "matched"
            case KeyError():
                found = "key"
            case _:
                found = "other"
        try:
            return found, len(e)
        except TypeError as error:
            return found, str(error)


def circle_of_contexts(n):
    try:
        try:
            if n > 1:
                raise ValueError(n)
            [1][n]
        except (ValueError, IndexError) as ex:
            ex.__context__ = ex
            raise TypeError(2)
    except TypeError as e:
        return str(e)
    return "no error"


CASES = [
    case(circle_of_contexts, lambda: [(0,), (1,), (2,)]),
    case(left_by_break, lambda: [([1, 2],), ([1, 0],)]),
    case(left_by_continue, lambda: [([1, 2],), ([0, 1],)]),
    case(left_by_raise, lambda: [(T(1.0),), (T(-1.0),)]),
    case(left_by_return, lambda: [(T(1.0),), (T(-1.0),)]),
    case(no_tuple, lambda: [(1,), (2,)], straight=True),
    case(raised_no_tuple, lambda: [(0,), (3,)]),
]
