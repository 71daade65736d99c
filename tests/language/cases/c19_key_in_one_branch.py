"""19: a dict key added in one branch only."""

from language.harness import case
import torch

T = torch.tensor


def added(x):
    d = {"a": x}
    if x.sum() > 0:
        d["b"] = 1
    return d


def asked(x):
    d = {}
    if x > 0:
        d["pos"] = x
    if "pos" in d:
        return d["pos"] + 1, len(d)
    return d.get("pos", "none"), len(d)


def missing_raises(x):
    d = {"a": 1}
    if x > 0:
        d["b"] = x
    return d["b"]


def order_kept(x):
    d = {}
    if x > 0:
        d["first"] = 1
        d["second"] = 2
    else:
        d["second"] = 2
        d["first"] = 1
    d["last"] = x
    return list(d.keys()), [v for v in d.values()]


def in_argument(x, d):
    if x.sum() > 0:
        d["b"] = x
    return len(d)


CASES = [
    case(added, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(asked, lambda: [(T(1.0),), (T(-1.0),)]),
    case(missing_raises, lambda: [(T(1.0),), (T(-1.0),)]),
    case(order_kept, lambda: [(T(1.0),), (T(-1.0),)]),
    case(in_argument, lambda: [(T([1.0]), {"a": 1}), (T([-1.0]), {"a": 1})]),
]
