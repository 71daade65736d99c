"""OSError of a number and a text, which chooses its class; what a handler may name."""

import errno

from language.harness import case
import torch

T = torch.tensor


class Missing(OSError):
    pass


def chosen(x, n: int):
    error = OSError(errno.ENOENT, "none", "a.txt") if n > 1 else OSError(errno.EEXIST, "there")
    return type(error).__name__, str(error), repr(error), error.args, error.errno, error.filename


def own_class(x, n: int):
    error = Missing(2, "none", "a", None, "b") if n > 1 else Missing("plain")
    return type(error).__name__, str(error), error.strerror, error.filename2


def caught(x, n: int):
    try:
        if n > 1:
            raise OSError(errno.ENOENT, "none", "a.txt")
        raise OSError(errno.EPERM, "no")
    except FileNotFoundError as error:
        return error.errno, str(error)
    except OSError as error:
        return type(error).__name__


def left(x, n: int):
    if n > 1:
        raise OSError(errno.EACCES, "closed", "b.txt")
    return x + 1


def handlers(x, n: int):
    def attempt(kinds):
        try:
            raise KeyError("a")
        except kinds as error:
            return str(error)

    out = []
    for kinds in [
        KeyError,
        (ValueError, KeyError),
        int,
        (KeyError, int),
        ((KeyError,), ValueError),
    ]:
        try:
            out.append(attempt(kinds))
        except TypeError as error:
            out.append(str(error))
    return out


def of_operations(x, n: int):
    try:
        return x.reshape(n)
    except int:
        return x


def chosen_class(x, n: int):
    kind = RuntimeError if n > 1 else ValueError
    try:
        return x.reshape(7)
    except kind as error:
        return isinstance(error, (int, RuntimeError)), isinstance(error, int), n
    except (IndexError, RuntimeError):
        return n


CASES = [
    case(chosen, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(own_class, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(caught, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(left, lambda: [(T([1.0]), 1), (T([2.0]), 3)], tool=False),
    case(handlers, lambda: [(T([1.0]), 1), (T([2.0]), 3)], straight=True),
    case(of_operations, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
    case(chosen_class, lambda: [(T([1.0]), 1), (T([2.0]), 3)]),
]
