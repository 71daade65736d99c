"""torch.Size and named tuples keep their class in containers and where kinds meet; copies of objects."""

import collections
import copy
from typing import NamedTuple

from language.harness import case
import torch

T = torch.tensor
Pair = collections.namedtuple("Pair", "x y")


class Scaled(NamedTuple):
    a: torch.Tensor
    b: int = 3

    def product(self):
        return self.a * self.b


def shapes(x, n):
    out = []
    for i in range(n):
        out.append(x if i % 2 else x[None])
    return [t.dim() for t in out], [t.shape for t in out], str(out[0].shape) if out else ""


def by_rank(x, n):
    y = x if n > 1 else x[None]
    z = y * 2 + x
    return z, z.dim(), z.shape, y[0], y.unsqueeze(-1)


def named(x, n):
    pairs = []
    for i in range(n):
        pairs.append(Pair(x, i))
    return [p.y for p in pairs], pairs, pairs[0]._replace(y=7) if pairs else None


def of_two_classes(x, n):
    p = Pair(x, 1) if n > 1 else Scaled(x, 2)
    return p[1], isinstance(p, Pair), p


class Holder:
    shared = 5

    def __init__(self, items):
        self.items = items


def copies(x, n):
    d = {"a": [x, 1]}
    e = copy.deepcopy(d)
    e["a"][1] = n
    e["a"][0].add_(1)
    f = copy.copy(d)
    f["b"] = 1
    h = Holder([x])
    shallow, deep = copy.copy(h), copy.deepcopy(h)
    shallow.items.append(n)
    return d, e, f, len(h.items), len(deep.items), deep.items[0] is x


def class_attribute(x, n):
    h = Holder(x)
    if n > 1:
        h.shared = n
    return h.shared, x


def error_type(x, n):
    try:
        return x[n]
    except (IndexError, ValueError) as e:
        return type(e).__name__, type(e) is IndexError, e.__class__ == ValueError


def calls():
    return [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0), (T([1.0, 2.0]), 1)]


CASES = [
    case(shapes, calls),
    case(by_rank, calls),
    case(named, calls),
    case(of_two_classes, calls),
    case(copies, calls, straight=True),
    case(class_attribute, calls),
    case(error_type, calls),
]
