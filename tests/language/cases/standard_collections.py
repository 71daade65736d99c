"""What the classes of `collections` and `enum` do of their own, where a dict or list would do another."""

import collections
import copy
import enum
import inspect
import sys
import types

from language.harness import case


class Color(enum.Enum):
    R = 1
    G = 2


class Perm(enum.IntFlag):
    R = 4
    W = 2
    X = 1


class Ordered(collections.OrderedDict):
    pass


class Grouping(collections.defaultdict):
    pass


def ordered(keys):
    o = collections.OrderedDict()
    for k in keys:
        o[k] = len(o)
    p = collections.OrderedDict(reversed(list(o.items())))
    print(o, f"{p}", [collections.OrderedDict()])
    same = o == p, o != p, o == dict(p), dict(p) == o, o == o.copy()
    kinds = [
        type(v).__name__
        for v in (o.copy(), copy.copy(o), o | {"x": 1}, {"x": 1} | o, Ordered(a=1).copy())
    ]
    return (
        same,
        kinds,
        o | {"x": 1},
        repr(Ordered(a=len(keys))),
        collections.OrderedDict.fromkeys(keys, value=0),
    )


def grouped(keys):
    d = collections.defaultdict(list)
    for k in keys:
        d[k[0]].append(k)
    e = d.copy()
    e["new"].append(1)
    f = d | {"x": [2]}
    f["later"].append(3)
    print(d, str(Grouping(int, a=1)))
    return e, f, "new" in d, type(Grouping(int).copy()).__name__


def deques(n):
    d = collections.deque([1, n, 3], maxlen=4)
    seen = [d == [1, n, 3], [1, n, 3] == d, d != (1, n, 3), d == collections.deque([1, 2, 3])]
    e = copy.deepcopy(d)
    e.extend([9, 10])
    try:
        if n > 2:
            collections.deque([], -1)
        seen.append(d < [1])
    except (ValueError, TypeError) as err:
        seen.append(type(err).__name__)
    return seen, d, e


def most_common(text, n):
    if n > 3:
        n -= 1
    return collections.Counter(text.split()).most_common(n), list(zip(range(n), {"a": 1, "b": 2}))


class Cache(collections.OrderedDict):
    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value


def recently_used(keys):
    c = Cache(a=1, b=2, c=3)
    for k in keys:
        c[k] += 10
    c.move_to_end("b", last=False)
    return list(c), c["a"], list(c)


class Doubling(dict):
    def __missing__(self, key):
        return key * 2

    def __getitem__(self, key):
        return super().__getitem__(key)


def missing_asked_by_super(n):
    d = Doubling({1: 5})
    return (d[1], d[n]) if n > 2 else d[n]


def taken_from_the_ends(n):
    d = collections.OrderedDict(a=1, b=2, c=3)
    if n > 2:
        d["d"] = n
        d.popitem(last=False)
    first = d.popitem(False)
    last = d.popitem()
    d.popitem()
    try:
        d.popitem()
    except KeyError as e:
        return first, last, str(e)


def enums(n):
    made = enum.Enum("Made", "A B")
    listed = enum.IntEnum("Listed", ["P", "Q"])
    members = [m.name for m in reversed(Color)] if n > 1 else [p.name for p in Perm.R | Perm.X]
    return made(n).name, [c.name for c in made], listed(n) + 1, members


def versions(n):
    v = sys.version_info
    return v >= (3, 8) if n > 1 else (3, 5) > v, v[:2] >= (3, 8), v == (1, 2)


def inside_itself(n):
    items, entries = [n], {"n": n}
    items.append(items)
    if n > 1:
        entries["self"] = entries
    return repr(items), str(entries), items[1] is items


def frozen(n):
    a, b = frozenset([1, 2]), frozenset([2, n])
    d = {a: 1, b: 2, a | b: 3}
    found = d[frozenset([2, 1])] if n > 2 else d.get(frozenset([5]))
    hashed = (
        hash(a) == hash(frozenset([2, 1])),
        a in {b},
        len({frozenset(x) for x in ([1], [n], [1])}),
    )
    return d, found, hashed, frozenset({a, b}), {"a": 1}.keys().isdisjoint({"b": n})


def frozen_parts(n):
    groups = {}
    for i in range(n):
        groups.setdefault(frozenset(str(i * 7)), []).append(i)
    pairs = {frozenset({1, n}), frozenset({n})}
    kinds = [type(e).__name__ for e in pairs], all(isinstance(e, frozenset) for e in groups)
    return groups, kinds, frozenset(pairs), {e for e in [frozenset([i]) for i in range(n)]}


class Ear:
    def heard(self):
        return 1

    def other(self):
        return 2


def methods_compared(n):
    a, b = Ear(), Ear()
    called = [a.heard, b.heard] if n > 2 else [b.heard]
    return (
        a.heard == a.heard,
        a.heard != b.heard,
        a.heard == a.other,
        a.other in called,
        called.index(b.heard),
    )


SIGNATURE = inspect.signature(lambda first, *, second=2: first)
PROXY = types.MappingProxyType({"a": 1, "b": 2})


def through_a_proxy(n):
    """What cannot be written is read by a loop of run time."""
    found = {}
    values = iter(PROXY.values())
    for _ in range(n):
        found[str(next(values))] = n
    names = SIGNATURE.bind(n, second=n).arguments
    return found, [key for key in PROXY] * n, names


CASES = [
    case(through_a_proxy, lambda: [(2,), (0,), (1,)], artifact=False),
    case(frozen_parts, lambda: [(2,), (4,), (0,)]),
    case(methods_compared, lambda: [(2,), (4,)]),
    case(frozen, lambda: [(2,), (4,)]),
    case(ordered, lambda: [(["a", "b"],), (["q"],)]),
    case(grouped, lambda: [(["a", "b"],), (["q"],)]),
    case(deques, lambda: [(2,), (4,)]),
    case(most_common, lambda: [("a b a c", 2), ("x", 5)]),
    case(missing_asked_by_super, lambda: [(1,), (4,), (2,)]),
    case(taken_from_the_ends, lambda: [(1,), (3,)]),
    case(recently_used, lambda: [(["a"],), (["b", "a"],)]),
    case(enums, lambda: [(1,), (2,)]),
    case(versions, lambda: [(1,), (2,)]),
    case(inside_itself, lambda: [(1,), (2,)]),
]
