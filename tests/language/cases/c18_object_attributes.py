"""18: attributes of objects are state under an `if` too."""

from language.harness import case
import torch

T = torch.tensor


class Box:
    def __init__(self, b=None):
        self.b = b
        self.c = 0

    def total(self):
        return self.b + self.c


def local_object(x):
    obj = Box(1)
    z = 0
    if x > 0:
        obj.b = 7
        obj.c = 11
        z = 13
    return obj.b, obj.c, z, obj.total()


def tensor_attribute(x):
    obj = Box(x)
    if x.sum() > 0:
        obj.b = x * 2
    else:
        obj.extra = "set"
    return obj.b, hasattr(obj, "extra")


def argument(x, obj):
    if x > 0:
        obj.b = 7
        obj.c = x
    else:
        obj.c = "neg"
    return obj.b


def two_names(x):
    a = Box(1)
    b = a
    c = Box(2)
    if x > 0:
        b.b = 5
        c = a
    c.c = 9
    return a.b, a.c, c.b, c is a, b is a


CASES = [
    case(local_object, lambda: [(T(1.0),), (T(-1.0),)]),
    case(tensor_attribute, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(argument, lambda: [(T(1.0), Box(1)), (T(-1.0), Box(2))], artifact=False),
    case(two_names, lambda: [(T(1.0),), (T(-1.0),)]),
]
