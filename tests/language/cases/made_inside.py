"""Named tuples and other helpers of the standard library, made inside of the function."""

import collections
import enum
import operator

from language.harness import case
import torch

T = torch.tensor


def named_tuple(x):
    Pair = collections.namedtuple("Pair", ["a", "b"], defaults=[2])
    p = Pair(x)
    if x.sum() > 0:
        p = p._replace(b=3)
    a, b = p
    return a * b, p.b, Pair._fields


class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


def flags(x):
    access = Access.READ
    if x.sum() > 0:
        access |= Access.WRITE
    n = 0
    if Access.WRITE in access:
        n += 1
    if access & Access.READ:
        n += 10
    return x + n


def method_caller(x):
    keep = operator.methodcaller("clamp", min=0.0)
    return [keep(v) for v in x] if x.sum() > 0 else keep(x)


CALLS = lambda: [(T([1.0, 2.0]),), (T([-1.0, 0.5]),)]
CASES = [case(f, CALLS) for f in (named_tuple, flags, method_caller)]
