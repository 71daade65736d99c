"""Objects of a subclass of str, of which run time knows the text; bytes and ints past 64 bits that paths choose."""

from language.harness import case

import torch


class Name(str):
    pass


def names(x):
    v = Name("12") if x.sum() > 0 else Name("3")
    return "-".join([v, "x"]), v in "123", "2" in v, int(v), float(v), v.upper(), [each for each in v]


def ordered(x):
    v = b"a" if x.sum() > 0 else b"c"
    n = 10**30 if x.sum() > 0 else 10**25
    return sorted([v, b"b"]), sorted([n, 5]), max(n, 3), v in [b"a"], [b"c", b"a"].index(v)


def devices(x):
    v = torch.device("cpu") if x.sum() > 0 else torch.device("meta")
    return "%s|%r" % (v, v), "{} {!r}".format(v, v)


def types_of_iterators(x):
    found = [type(iter(each)) for each in ([1], (1,), "a", {1: 2}, {1: 2}.items(), {1}, range(3))]
    if x.sum() > 0:
        return [each.__name__ for each in found], isinstance(iter([1]), type(iter([2])))
    return isinstance(iter((1,)), type(iter([2]))), found[2] is type(iter("b"))


class Meta(type):
    pass


class Made(metaclass=Meta):
    pass


def classes_of_classes(x):
    if x.sum() > 0:
        return type(Made).__mro__, type(int).__mro__
    return Made.__mro__, type(torch.nn.Module).__mro__


INPUTS = [(torch.ones(3),), (-torch.ones(3),)]
CASES = [
    case(names, lambda: INPUTS),
    case(ordered, lambda: INPUTS, artifact=False),
    case(devices, lambda: INPUTS, artifact=False),
    case(types_of_iterators, lambda: INPUTS, artifact=False),
    case(classes_of_classes, lambda: INPUTS, artifact=False),
]
