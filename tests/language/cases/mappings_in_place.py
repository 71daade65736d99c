"""`|=` on mappings of the caller, of subclasses too: the object itself gets the entries."""

from language.harness import case
import collections
import enum

import torch


class Table(dict):
    pass


def updated(v, w):
    x = v
    x |= w
    return x, v, x is v


def of_pairs(v):
    x = v
    x |= [("z", 1), ("y", 2)]
    return x is v, v


def of_run_time(x):
    v = Table(a=1) if x.sum() > 0 else Table()
    w = v
    w |= Table(b=1) if x.sum() > 0 else Table(c=3)
    return w, v


class Doubled(collections.OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


def filled(x):
    v = Doubled(a=1) if x.sum() > 0 else Doubled([("b", 3)])
    v["k"] = 3
    v.update({"y": 2}, z=4)
    v |= {"w": 5}
    return v, list(v.items())


def by_keywords(d):
    d.update(a=4, x=5, self=6)
    return d


class Bits(int):
    def __or__(self, other):
        return "own", int(self), other


class Right(enum.IntFlag):
    READ = 1
    WRITE = 2


def numbers_in_place(x):
    n = Bits(x)
    n |= 2
    right = Right.READ
    right |= Right.WRITE
    both = Right.READ | Right.WRITE
    both &= Right.WRITE
    return n, right, both, type(right).__name__


OPTIONS = {"artifact": False, "straight": True}
MAPPINGS = [
    collections.OrderedDict,
    lambda **entries: collections.defaultdict(int, **entries),
    Table,
    collections.Counter,
    dict,
]
CASES = [
    case(updated, lambda: [(make(a=1), make(b=2, a=3)) for make in MAPPINGS], **OPTIONS),
    case(of_pairs, lambda: [(make(a=1),) for make in MAPPINGS[:3] + MAPPINGS[4:]], **OPTIONS),
    case(of_run_time, lambda: [(torch.ones(3),), (-torch.ones(3),)]),
    case(by_keywords, lambda: [(make(a=1),) for make in MAPPINGS], **OPTIONS),
    case(numbers_in_place, lambda: [(1,), (2,)], **OPTIONS),
    case(filled, lambda: [(torch.ones(3),), (-torch.ones(3),)]),
]
