"""41: lambdas made in a loop bind late; defaults bind early."""

from language.harness import case
import torch

T = torch.tensor


def late(x):
    fns = []
    for i in range(3):
        fns.append(lambda: x + i)
    return [f() for f in fns]


def early(x):
    fns = []
    for i in range(3):
        fns.append(lambda i=i: x + i)
    return [f() for f in fns]


def late_dynamic(x, n):
    fns = []
    for i in range(n):
        fns.append(lambda: i + i)
    i = 100
    return [f() for f in fns], x


def early_dynamic(x, n):
    fns = []
    for i in range(n):
        fns.append(lambda k=i: x * k)
    return [f() for f in fns]


def factory(x):
    def make(k):
        return lambda v: v * k

    fs = [make(k) for k in range(1, 4)]
    if x.sum() > 0:
        fs.append(lambda v: -v)
    return [f(x) for f in fs]


CASES = [
    case(late, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
    case(early, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
    case(late_dynamic, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(early_dynamic, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(factory, lambda: [(T(1.0),), (T(-1.0),)]),
]
