"""Texts of tuples whose class has no __repr__: named results of operators, subclasses of tuple."""

import collections
import typing

import torch
from language.harness import case

T = torch.tensor


class Plain(tuple):
    pass


class Pair(typing.NamedTuple):
    a: int
    b: object


Empty = collections.namedtuple("Empty", [])


def named_results(x):
    m = x @ x.T
    print(x.max(0))
    print(x.min(1), f"{x.sort(0)}", x.topk(1))
    return (
        str(x.median(0)),
        repr(x.mode(0)),
        [str(r) for r in (x.kthvalue(1, 0), x.cummax(0), x.cummin(1), x.aminmax(dim=0))],
        "%s" % (x.max(0),),
        str([x.max(1), (x.min(0), 1)]),
        str({"a": x.max(0)}),
        type(torch.linalg.slogdet(m)).__name__,
        torch.linalg.qr(m) is None,
    )


def of_one_of_several(x):
    r = x.max(0) if x.sum() > 0 else x.sort(0)
    seen = []
    for i in range(int(x.abs().sum()) % 4):
        seen.append(x.max(i % 2))
    print(seen, r)
    return f"{r}", len(seen)


def subclasses(x, n):
    one = Plain([n])
    two = Plain((n, x))
    held = []
    for i in range(n):
        held.append(Plain((i, n)))
    print(one, two, held, Empty())
    return str(two), "%s" % (one,), f"{one!r:>8}", str([Plain()]), str(Pair(n, one)), str(held)


def fields_are_not_match_args(n):
    class Matched(tuple):
        __match_args__ = ("a",)

    return str(Matched((n,))), hasattr(Matched((n,)), "a")


X = T([[1.0, 2.0], [3.0, -4.0]])
CASES = [
    case(named_results, lambda: [(X,), (-X,)], straight=True),
    case(of_one_of_several, lambda: [(X,), (X + 3,), (X * 0,)]),
    case(subclasses, lambda: [(T(1.0), 0), (T(2.0), 2)]),
    case(fields_are_not_match_args, lambda: [(1,), (2,)], straight=True),
]
