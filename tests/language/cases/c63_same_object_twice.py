"""63: `return x, x` gives one object twice (its gradient belongs to a later chapter)."""

from language.harness import case
import torch

T = torch.tensor


def argument(x):
    if x.sum() > 0:
        return x, x
    return x, -x


def fresh(x):
    y = x + 1
    if x.sum() > 0:
        z = y
    else:
        z = y.clone()
    return y, z, [y]


def containers(x):
    a = [x]
    b = a if x > 0 else [x]
    return a, b, a is b


def views(x):
    y = x * 2
    if x.sum() > 0:
        return y, y[0], y.view(-1)
    return y, y.T, y.reshape(-1).clone()


CASES = [
    case(argument, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(fresh, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(containers, lambda: [(T(1.0),), (T(-1.0),)]),
    case(views, lambda: [(T([[1.0, 2.0]]),), (T([[-1.0, 2.0], [-3.0, -4.0]]),)]),
]
