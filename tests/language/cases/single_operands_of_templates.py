"""template % operand, where the operand is one object and no tuple."""

import collections

import torch
from language.harness import case

T = torch.tensor


class Own(dict):
    def __repr__(self):
        return f"Own of {len(self)}"


class Items(list):
    pass


class Code(Exception):
    def __str__(self):
        return f"code {self.args[0]}"


def said(f):
    try:
        return f()
    except TypeError as e:
        return str(e)


def tensors(x, n):
    print("loss %.3f" % x.sum())
    template = "%d and " if n > 1 else "%s: "
    return (
        ["%s" % x, "%r" % x[0], "%d" % x[0], "%g|" % x.mean(), "%10s" % x[0]],
        [template % x[1], "no place" % x, said(lambda: "%s %s" % x), said(lambda: "%.2f" % x)],
        "%s" % x.shape,
    )


def tensors_as_integers(x):
    shown = []
    for template in ("%c", "%-3c|", "%x", "%#o", "%X", "%(a)s"):
        try:
            shown.append(template % x)
        except (TypeError, IndexError, OverflowError) as e:
            shown.append(f"{type(e).__name__}: {e}")
    return shown


def exceptions(n):
    try:
        if n > 1:
            raise Code(n)
        if n == 1:
            raise ValueError(n, "m")
        {}[n]
    except Exception as e:
        return "%s" % e, "%r" % e, "it is %5s." % e
    return None


def made(n):
    e = KeyError("a")
    return "%s" % e, "%r" % ValueError(n, 2), "%s" % ValueError(), said(lambda: "none" % e)


def mappings(n):
    o = collections.OrderedDict(a=n)
    c = collections.Counter("aab")
    own = Own(a=n, b=[1])
    return (
        ["%s" % o, "%s" % c, "%s" % own, "%r" % own, "%s" % collections.deque([n])],
        ["%(a)s" % o, "%(a)d" % own, "none" % own, "%s" % Items([n]), "none" % Items([n])],
    )


CASES = [
    case(tensors, lambda: [(T([1.0, 2.0]), 1), (T([-3.0, 0.5]), 2)]),
    case(
        tensors_as_integers,
        lambda: [(T(v),) for v in (65, True, -1, 2**21, 1.5, 1j, [66], [66, 67])],
    ),
    case(exceptions, lambda: [(0,), (1,), (2,)]),
    case(made, lambda: [(0,), (1,)], straight=True),
    case(mappings, lambda: [(1,), (2,)], straight=True),
]
