"""57: `continue` and `break` inside `with`, `try`, `except` and `finally`."""

from language.harness import case
import torch

T = torch.tensor


class Note:
    def __init__(self, log, name):
        self.log = log
        self.name = name

    def __enter__(self):
        self.log.append("enter " + self.name)
        return self

    def __exit__(self, kind, value, traceback):
        self.log.append("exit " + self.name + (" " + kind.__name__ if kind else ""))
        return kind is KeyError


def in_with(x):
    log = []
    total = 0
    for v in x:
        with Note(log, "w"):
            if v < 0:
                continue
            if v > 5:
                break
            total = total + v
        log.append("end")
    return total, log


def in_except(x, n):
    log = []
    for i in range(n):
        try:
            if x[i] < 0:
                raise ValueError(i)
        except ValueError as e:
            log.append(e.args[0])
            continue
        finally:
            log.append("f")
        x = x + 1
    return x, log


def swallowed(x):
    log = []
    for v in x:
        with Note(log, "k"):
            if v > 1:
                raise KeyError("big")
            log.append("small")
        log.append("after")
    return log


def escaping(x):
    log = []
    try:
        for v in x:
            with Note(log, "e"):
                if v > 1:
                    raise IndexError("out")
    except IndexError as e:
        log.append(str(e))
    else:
        log.append("fine")
    return log


def no_grad(x, n):
    for i in range(n):
        with torch.no_grad():
            if x.sum() > 3:
                continue
            x = x + 1
    return x, torch.is_grad_enabled()


CASES = [
    case(in_with, lambda: [(T([1.0, -1.0, 2.0]),), (T([1.0, 7.0, 2.0]),)]),
    case(in_except, lambda: [(T([1.0, -5.0, 2.0]), 3), (T([1.0]), 0)]),
    case(swallowed, lambda: [(T([1.0, 2.0]),), (T([0.0]),)]),
    case(escaping, lambda: [(T([1.0, 2.0, 0.0]),), (T([0.0]),)]),
    case(no_grad, lambda: [(T([1.0]), 5), (T([9.0]), 2)]),
]
