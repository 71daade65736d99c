"""56: after a first `continue` a later guard with an effect is not evaluated."""

from language.harness import case
import torch

T = torch.tensor


def ask(log, what, answer):
    log.append(what)
    return answer


def two_guards(x):
    log = []
    total = 0
    for v in x:
        if v < 0:
            continue
        if ask(log, "second", v > 5):
            continue
        total = total + v
    return total, log


def printed_guard(x, n):
    for i in range(n):
        if x[i] == 0:
            continue
        if print("guard", i) or x[i] < 0:
            continue
        x = x + 1
    return x


def while_form(x):
    log, i = [], 0
    while i < len(x):
        i += 1
        if x[i - 1] % 2 == 0:
            continue
        if ask(log, i, x[i - 1] > 3):
            continue
        x = x * 1
    return log


CASES = [
    case(two_guards, lambda: [(T([1.0, -1.0, 7.0]),), (T([-1.0]),)]),
    case(printed_guard, lambda: [(T([0, 1, -1]), 3), (T([0, 0, -1]), 2)]),
    case(while_form, lambda: [(T([1, 2, 5, 8]),), (T([2]),)]),
]
