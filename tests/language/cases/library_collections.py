"""Classes of collections, heapq and bisect, whose code is in C: the same results, the same classes."""

import bisect
import collections
import heapq
import operator

from language.harness import case
import torch

T = torch.tensor


def queue(x):
    waiting = collections.deque([x])
    taken = 0
    out = []
    while waiting:
        part = waiting.popleft()
        taken += 1
        if part.shape[0] > 1:
            half = part.shape[0] // 2
            waiting.append(part[:half])
            waiting.append(part[half:])
        else:
            out.append(part)
    return out, taken, len(waiting), waiting


def bounded_queue(x):
    last = collections.deque(maxlen=2)
    for v in x:
        last.append(v)
    last.appendleft(1)
    last.rotate(1)
    return last, list(last), last[0], last.maxlen, bool(last), 1 in last


def counts_by_default(x):
    d = collections.defaultdict(int)
    for v in x.tolist():
        d[v % 3] += v
    return d, d[77], len(d), d.get(99), sorted(d.items())


def lists_by_default(x):
    d = collections.defaultdict(list)
    for i, v in enumerate(x):
        d["big" if v > 4 else "small"].append(i)
    return d, dict(d), list(d.keys())


def counter(x):
    letters = collections.Counter("hello")
    parities = collections.Counter([v % 2 for v in x.tolist()])
    letters["z"] += 2
    return letters, dict(parities), letters["none"], letters.most_common(2), sum(letters.values())


def heap(x):
    h = []
    for v in x.tolist():
        heapq.heappush(h, v)
    kept = list(h)
    return [heapq.heappop(h) for _ in range(len(h))], kept, heapq.heappushpop([1, 3], 2)


def places(x, v):
    ordered = sorted(x.tolist())
    bisect.insort(ordered, v)
    return ordered, bisect.bisect_left(ordered, v), bisect.bisect([1, 3, 5], 3)


def by_item(x):
    pairs = sorted([(2, "b"), (1, "c"), (3, "a")], key=operator.itemgetter(1))
    return pairs, operator.attrgetter("shape")(x)


class Named(dict):
    def __missing__(self, key):
        return f"no {key}"


def items_by_method(x, n):
    numbers, named = collections.defaultdict(int), Named(a=1)
    for take in (numbers.__getitem__, collections.Counter("ab").__getitem__, named.__getitem__):
        numbers[n] += len(str(take("a"))) + len(str(take(n)))
    lists = collections.defaultdict(list)
    group = lists.__getitem__
    for i in range(n):
        group(i % 2).append(x[i])
    return dict(numbers), dict(lists), list(map(named.__getitem__, ["a", "b"])), dict.__getitem__(named, "c")


CASES = [
    case(queue, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(bounded_queue, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(counts_by_default, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(lists_by_default, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(counter, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(items_by_method, lambda: [(T([3, 5, 9]), 3), (T([0]), 1)], straight=True),
    case(heap, lambda: [(T([3, 5, 1, 4]),), (T([0]),)]),
    case(places, lambda: [(T([3, 5, 1]), 4), (T([0, 1, 2, 3]), 0)], straight=True),
    case(by_item, lambda: [(T([3, 5, 1]),), (T([[0]]),)], straight=True),
]
