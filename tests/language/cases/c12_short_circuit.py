"""12: the right side of `and` / `or` runs only when asked."""

from language.harness import case
import torch

T = torch.tensor


def reset_first(y):
    y[0] = 0
    return True


def and_with_effect(x, y):
    if x[0] and reset_first(y):
        return x + y
    return x - y


def say(text, value):
    print("asked", text)
    return value


def chain(x):
    r = say("a", x > 0) and say("b", x > 1) or say("c", x < -1)
    return r


def or_with_append(x, seen):
    if x.sum() > 0 or seen.append(1):
        return "left"
    return "right"


def guard_index(x, n):
    if n < x.shape[0] and x[n] > 0:
        return x[n]
    return None


CASES = [
    case(and_with_effect, lambda: [(T([1, 0]), T([5, 5])), (T([0, 1]), T([5, 5]))]),
    case(chain, lambda: [(T(2.0),), (T(0.5),), (T(-0.5),), (T(-2.0),)]),
    case(or_with_append, lambda: [(T([1.0]), []), (T([-1.0]), [])]),
    case(guard_index, lambda: [(T([1.0, -1.0]), 0), (T([1.0, -1.0]), 1), (T([1.0, -1.0]), 2)]),
]
