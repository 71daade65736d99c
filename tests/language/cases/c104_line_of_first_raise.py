"""104: a traceback ends at the line that raised first, whatever caught and raised again after."""

from language.harness import case
import torch

T = torch.tensor


def inner(x, n):
    if x.sum() > n:
        raise ValueError("v", n)
    return [x][n]


def not_matched(x, n):
    try:
        y = inner(x, n)
    except KeyError as e:
        return str(e)
    return y


def finally_runs(x, n):
    try:
        return inner(x, n)
    finally:
        print("left", n)


def again(x, n):
    try:
        return inner(x, n)
    except ValueError as e:
        print(type(e).__name__, e.args)
        raise
    except IndexError as e:
        raise e


def kept(x, n):
    error = None
    try:
        inner(x, n)
    except (ValueError, IndexError) as e:
        error = e
    if error is not None:
        print("late")
        raise error
    return x


def two_places(x, n):
    try:
        if x.sum() > 5:
            raise ValueError(1)
        if n > 2:
            raise ValueError(2)
        n //= int(x.sum())
    finally:
        n += 1
    return n


CALLS = [(T([1.0]), 0), (T([1.0]), 3), (T([-1.0]), 0), (T([9.0]), 1), (T([0.0]), 1)]
CASES = [
    case(not_matched, lambda: CALLS),
    case(finally_runs, lambda: CALLS),
    case(again, lambda: CALLS),
    case(kept, lambda: CALLS),
    case(two_places, lambda: CALLS),
]
