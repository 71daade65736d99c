"""Keys that only run time knows, of classes with `__eq__` and `__hash__` of their own."""

import functools
import heapq
import math
from collections import Counter, deque
from dataclasses import dataclass, field

import torch
from language.harness import case


def L(*items):
    return torch.tensor(items, dtype=torch.long)


def R(*sizes):
    return torch.rand(*sizes, generator=torch.Generator().manual_seed(0))


@dataclass(frozen=True)
class Pos:
    r: int
    c: int

    def __add__(self, other):
        return Pos(self.r + other.r, self.c + other.c)


__origin__ = Pos(0, 0)
__directions__ = (Pos(0, 1), Pos(1, 0), Pos(0, -1), Pos(-1, 0))


def shortest_path(grid, row, column):
    goal = Pos(row, column)
    start = Pos(0, 0)
    queue, previous = deque([start]), {start: None}
    while queue:
        p = queue.popleft()
        if p == goal:
            break
        for d in __directions__:
            n = p + d
            inside = 0 <= n.r < grid.shape[0] and 0 <= n.c < grid.shape[1]
            if inside and grid[n.r, n.c] == 0 and n not in previous:
                previous[n] = p
                queue.append(n)
    else:
        return None, len(previous)
    path = []
    while p is not None:
        path.append((p.r, p.c))
        p = previous[p]
    return path[::-1], __origin__ in previous


def cheapest_path(cost, row, column):
    goal = Pos(row, column)
    best, heap, ties, done = {__origin__: 0.0}, [(0.0, 0, __origin__)], 1, set()
    while heap:
        _, _, p = heapq.heappop(heap)
        if p in done:
            continue
        done.add(p)
        if p == goal:
            return best[p], len(done)
        for d in __directions__:
            n = p + d
            if not (0 <= n.r < cost.shape[0] and 0 <= n.c < cost.shape[1]):
                continue
            found = best[p] + cost[n.r, n.c].item()
            if found < best.get(n, math.inf):
                best[n] = found
                heapq.heappush(heap, (found, ties, n))
                ties += 1
    return None


def as_result(x):
    d = {}
    for a, b in x.tolist():
        d[Pos(a, b)] = d.get(Pos(a, b), 0) + 1
    return d, set(d), frozenset(d)


def in_tuples(x):
    d = {}
    for a, b in x.tolist():
        d[(Pos(a, b), a > b)] = Pos(b, a)
    return [(k[0].r, k[1], v.c) for k, v in d.items()], (Pos(1, 2), False) in d


def sets(x, y):
    a, b = {Pos(*p) for p in x.tolist()}, {Pos(*p) for p in y.tolist()}
    parts = [sorted((p.r, p.c) for p in s) for s in (a | b, a & b, a - b, a ^ b)]
    return parts, a <= b, a == b, a.isdisjoint(b), hash(frozenset(a)) == hash(frozenset(b))


def counted(x):
    c = Counter(Pos(*p) for p in x.tolist())
    return [(k.r, k.c, n) for k, n in c.most_common(1)], c[Pos(1, 1)], c[Pos(9, 9)]


def methods_of_dict(x):
    d = {Pos(i, i): v for i, v in enumerate(x.tolist())}
    out = [d.pop(Pos(0, 0), "no"), d.pop(Pos(7, 7), "no"), d.setdefault(Pos(1, 1), 5.0)]
    d.update({Pos(8, 8): 7.0, Pos(9, 9): 1.0})
    try:
        out.append(d[Pos(6, 6)])
    except KeyError as e:
        out.append(str(e))
    e = {**d, Pos(1, 1): -1.0}
    return out, sorted(d.values()), e[Pos(1, 1)], d == e, {k.r: v for k, v in e.items()}


def missing(x):
    d = {Pos(a, b): 1 for a, b in x.tolist()}
    return d[Pos(1, 2)]


@dataclass(frozen=True)
class Edge:
    source: Pos
    target: Pos
    weight: float = field(default=0.0, compare=False)


def nested(x):
    seen = {}
    for a, b, c in x.tolist():
        e = Edge(Pos(a, b), Pos(b, c), float(c))
        seen.setdefault(e, []).append(e.weight)
    return list(seen.values()), Edge(Pos(1, 2), Pos(2, 3)) in seen


class Key:
    def __init__(self, a, tag=""):
        self.a = a
        self.tag = tag

    def __eq__(self, other):
        return isinstance(other, Key) and self.a == other.a

    def __hash__(self):
        return hash(self.a)

    def __repr__(self):
        return f"K{self.a}{self.tag}"


def keeps_the_first(x):
    d = {}
    for i, v in enumerate(x.tolist()):
        d[Key(v, f"#{i}")] = i
    return [(k.a, k.tag, v) for k, v in d.items()], str(d)


class Loose(Key):
    def __eq__(self, other):
        return self.a == (other.a if isinstance(other, Key) else other)

    __hash__ = Key.__hash__


def equal_to_numbers(x):
    d = {}
    for i, v in enumerate(x.tolist()):
        if i % 2:
            d[v] = i
        else:
            d[Loose(v)] = i
    return [(k.a if isinstance(k, Key) else k, v) for k, v in d.items()], 1 in d, Loose(1) in d


class Unhashable:
    def __init__(self, a):
        self.a = a

    def __eq__(self, other):
        return self.a == other.a


def unhashable(x):
    d = {}
    for v in x.tolist():
        d[Unhashable(v)] = 1
    return len(d)


class Refused(Exception):
    pass


class Angry:
    def __init__(self, a):
        self.a = a

    def __hash__(self):
        if self.a < 0:
            raise Refused(f"hash {self.a}")
        return 7

    def __eq__(self, other):
        if self.a == 5:
            raise Refused(f"eq {self.a} {other.a}")
        return self.a == other.a


def caught(x):
    d, log = {}, []
    for v in x.tolist():
        try:
            d[Angry(v)] = v
        except Refused as e:
            log.append(str(e))
    return log, len(d)


def not_caught(x):
    d = set()
    for v in x.tolist():
        d.add(Angry(v))
    return len(d)


class Base:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return type(self) is type(other) and self.n == other.n


class A(Base):
    pass


class B(Base):
    pass


class Plain:
    def __init__(self, n):
        self.n = n


def of_several_classes(x):
    d = {}
    for v in x.tolist():
        k = A(v // 2) if v % 2 else B(v // 2)
        d[k] = d.get(k, 0) + 1
    plain = {Plain(v): v for v in x.tolist()}
    kinds = [(type(k).__name__, k.n, v) for k, v in d.items()]
    return kinds, list(plain.values()), len(set(d) | set(plain))


@functools.total_ordering
class Version:
    def __init__(self, parts):
        self.parts = tuple(parts)

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts

    def __hash__(self):
        return hash(self.parts)


def ordered(x):
    versions = {Version(row) for row in x.tolist()}
    return [v.parts for v in sorted(versions)], max(versions).parts


bucket = 2


class Bucketed:
    def __init__(self, a):
        self.a = a

    def __hash__(self):
        return hash(self.a // bucket)

    def __eq__(self, other):
        return self.a // bucket == other.a // bucket


def change_bucket(i):
    global bucket
    bucket = 2 + i


def by_outside_number(x):
    return len({Bucketed(v) for v in x.tolist()})


def passed(x, start, goals):
    seen, p = {start}, start
    for v in x.tolist():
        p = Pos(p.r + v, p.c)
        if p in seen:
            return "back", len(seen)
        seen.add(p)
    return "on", len(seen), p in goals


class Tally:
    def __init__(self):
        self.calls = 0

    def count(self, x):
        self.calls += 1
        return len({Pos(v, v) for v in x.tolist()}), self.calls


tally = Tally()


def beside_writes(x):
    return tally.count(x)


CASES = [
    case(
        shortest_path,
        lambda: [(L([0, 0], [1, 0]), 1, 1), (L([0, 1], [1, 0]), 1, 1), (L([0]), 0, 0)],
    ),
    case(cheapest_path, lambda: [(R(3, 3), 2, 2), (R(2, 2), 5, 5)]),
    case(as_result, lambda: [(L([1, 2], [1, 2], [3, 4]),), (L([0, 0]),)], tool=False),
    case(in_tuples, lambda: [(L([1, 2], [1, 2], [4, 3]),), (L([0, 0]),)]),
    case(sets, lambda: [(L([1, 2], [3, 4]), L([1, 2])), (L([0, 0]), L([0, 0]))]),
    case(counted, lambda: [(L([1, 1], [3, 4], [1, 1]),), (L([0, 0]),)]),
    case(
        methods_of_dict,
        lambda: [(torch.tensor([1.0, 2.0, 3.0]),), (torch.tensor([]),)],
    ),
    case(missing, lambda: [(L([1, 2]),), (L([0, 0]),)], message=False),
    case(nested, lambda: [(L([1, 2, 3], [1, 2, 3], [2, 2, 2]),), (L([0, 0, 0]),)]),
    case(keeps_the_first, lambda: [(L(1, 2, 1),), (L(),)]),
    case(equal_to_numbers, lambda: [(L(1, 1, 2, 3),), (L(),)]),
    case(unhashable, lambda: [(L(1, 1),), (L(),)]),
    case(caught, lambda: [(L(1, 1, -2, 5, 6),), (L(),), (L(5, 6, 5),)]),
    case(not_caught, lambda: [(L(1, 1, 2),), (L(1, -2),), (L(5, 6),)]),
    case(of_several_classes, lambda: [(L(1, 1, 2, 3),), (L(),)]),
    case(ordered, lambda: [(L([1, 2], [0, 5], [1, 2]),), (L([1, 1]),)]),
    case(
        by_outside_number,
        lambda: [(L(1, 2, 3, 4),), (L(1, 2, 3, 4, 7),), (L(),)],
        artifact=False,
        before=change_bucket,
    ),
    case(
        passed,
        lambda: [(L(1, 2, -3), Pos(0, 0), {Pos(1, 0)}), (L(1), Pos(2, 2), {Pos(3, 2)})],
        artifact=False,
    ),
    case(beside_writes, lambda: [(L(1, 2, 1),), (L(),)], artifact=False, ordered=True),
]
