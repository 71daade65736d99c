"""62: results keep their container types."""

from language.harness import case
import collections
import dataclasses
from typing import NamedTuple

import torch

T = torch.tensor


class Pair(NamedTuple):
    a: torch.Tensor
    n: int


@dataclasses.dataclass
class Result:
    value: torch.Tensor
    note: str = "none"


def by_branch(t):
    if t > 0:
        return [t]
    return (t,)


def nested(t):
    if t.sum() > 0:
        return [t, 64, [t, "cmd"]]
    return {"t": t, "more": (64, [None, True])}


def named(t):
    if t.sum() > 0:
        return Pair(t, 1)
    return Pair(a=t * 2, n=2)._replace(n=5)


def dataclass(t):
    r = Result(t)
    if t.sum() > 0:
        r.note = "positive"
    return r


def others(t):
    d = collections.OrderedDict(a=t)
    if t.sum() > 0:
        d["b"] = [t]
    return d, {1, 2}, slice(1, None), range(3), b"bytes"


def from_loop(t, n):
    out = []
    for i in range(n):
        out.append((i, t + i))
    return tuple(out), {i: v for i, v in out}


def empty(t):
    if t > 0:
        return [], (), {}
    return None


CASES = [
    case(by_branch, lambda: [(T(1.0),), (T(-1.0),)]),
    case(nested, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(named, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(dataclass, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(others, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(from_loop, lambda: [(T([1.0]), 2), (T([1.0]), 0)]),
    case(empty, lambda: [(T(1.0),), (T(-1.0),)]),
]
