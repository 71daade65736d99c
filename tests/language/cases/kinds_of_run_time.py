"""Objects of which run time knows which of two they are, and what their kind says of itself."""

from language.harness import case
import collections
import enum
import types

import torch
from torch import nn


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Count:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 5:
            raise StopIteration
        return self.n


class Chosen(set):
    pass


def sets(x):
    v = {1} if x.sum() > 0 else {2}
    w = frozenset({3}) if x.sum() > 0 else frozenset()
    own = Chosen([1]) if x.sum() > 0 else Chosen()
    return next(iter(v)), list(zip(v, v)), list(w), list(own), [i for i in own]


def members(x):
    v = Color.RED if x.sum() > 0 else Color.BLUE
    return vars(v)["_value_"], v.__dict__["_name_"]


def parts_of_bytes(x):
    v, w = (b"ab", b"") if x.sum() > 0 else (b"", b"ab")
    return w in v, v in w


def no_mapping(x):
    v = [1] if x.sum() > 0 else [2, 3]
    try:
        return {**v}
    except TypeError as error:
        return str(error)


def taken_from_an_iterator(n):
    v = Count(n)
    try:
        a, b = v
    except ValueError as error:
        return str(error), v.n
    return a, b, v.n


def views(d):
    v = d.keys()
    kinds = [type(each).__name__ for each in (v, d.values(), d.items(), iter({1}), iter(range(3)))]
    abstract = [isinstance(v, collections.abc.Iterable), isinstance(v, collections.abc.Hashable)]
    return kinds, abstract, v.__class__.__name__


def attributes_of_kinds(s):
    said = [hasattr(each, "__len__") for each in (s, range(3), (1,), torch.Size([1]))]
    queue, default = collections.deque([1]), collections.defaultdict(int)
    for each in (queue, default, collections.OrderedDict()):
        try:
            each.own = 5
            said.append(each.own)
        except AttributeError as error:
            said.append(str(error))
    return said, hasattr(s, "start"), hasattr(s, "index")


def structures_as_keys(d):
    first, *rest = d
    return len(first), [d[k] for k in d], [len(k) + v for k, v in d.items()]


def modules(x):
    v = nn.ModuleDict({"a": nn.ReLU()}) if x.sum() > 0 else nn.ModuleDict({})
    return hasattr(v, "a"), "a" in v, v.a(x) if hasattr(v, "a") else x


def proxies(v):
    return repr(v), str(v), f"{[v]} {v}", "%s %r" % (v, v)


def unhashable(v, w):
    said = []
    for ask in (lambda: w in v, lambda: v.get(w), lambda: v[w], lambda: w in {1}, lambda: hash(w)):
        try:
            said.append(ask())
        except TypeError as error:
            said.append(str(error))
    return said


MAPPINGS = [collections.OrderedDict, collections.Counter]
MAPPED = [collections.OrderedDict(), collections.defaultdict(int), collections.Counter(), {}]


class Short(dict):
    def __missing__(self, key):
        return key[:1]


def missing_keys(x):
    counts = collections.Counter("aab") if x.sum() > 0 else collections.Counter("c")
    counts.update("cc")
    lists = collections.defaultdict(list) if x.sum() > 0 else collections.defaultdict(list, z=[1])
    lists["q"].append(2)
    short = Short(a="b") if x.sum() > 0 else Short()
    return counts["zz"], dict(counts), lists["n"], dict(lists), short["abc"], len(short)


class Whole(int):
    pass


def subscripts(v):
    try:
        return v[0]
    except TypeError as error:
        return str(error)


INPUTS = [(torch.ones(3),), (-torch.ones(3),)]
CASES = [
    case(sets, lambda: INPUTS),
    case(members, lambda: INPUTS),
    case(parts_of_bytes, lambda: INPUTS),
    case(no_mapping, lambda: INPUTS, straight=True),
    case(taken_from_an_iterator, lambda: [(3,), (4,), (1,)]),
    case(views, lambda: [({"a": 1},), ({},)], artifact=False, straight=True),
    case(
        attributes_of_kinds,
        lambda: [(slice(1),), (slice(2, 3),)],
        artifact=False,
        straight=True,
    ),
    case(
        structures_as_keys,
        lambda: [({range(3): 1, range(0): 2},), ({torch.Size([1]): 1, torch.Size([]): 2},)],
        artifact=False,
        straight=True,
    ),
    case(modules, lambda: INPUTS),
    case(
        proxies,
        lambda: [(types.MappingProxyType({"a": 1}),), (types.MappingProxyType({}),)],
        artifact=False,
        straight=True,
    ),
    case(
        unhashable,
        lambda: [(v, w) for v in (MAPPINGS[0](), MAPPINGS[1](), {}) for w in MAPPED],
        artifact=False,
        straight=True,
    ),
    case(
        subscripts,
        lambda: [(Chosen([1]),), (Whole(3),), (3,), ({1},)],
        artifact=False,
        straight=True,
    ),
    case(missing_keys, lambda: INPUTS),
]
