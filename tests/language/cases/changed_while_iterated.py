"""Dicts, sets and deques that change while they are iterated over."""

from collections import deque

from language.harness import case
import torch

T = torch.tensor


def dict_grows(n):
    d = {1: 2, 2: 3}
    for k in d:
        if k == n:
            d[k + 10] = 1
    return d


def known_dict(n):
    d, out = {1: 2, 2: 3, 3: 4}, []
    try:
        for k in d:
            out.append(k)
            if k < 10:
                del d[k]
                d[k + 10] = n
    except RuntimeError as e:
        out.append(str(e))
    e = {1: n}
    for k, v in e.items():
        e[k + v] = v
    return out, d, e


def set_shrinks(n):
    s, out = {5, 3, 1}, []
    for e in s:
        out.append(e)
        if e == n:
            s.discard(5)
    return out


def cleared_at_the_end(n):
    d = {1: 1, 2: 2}
    for k in d:
        if k == 2:
            d.clear()
    return n


def bounded(n):
    q, out = deque([1, 2, 3], maxlen=3), []
    for v in q:
        out.append(v)
        if v == n:
            q.append(9)
    return q, out


def passed(q, n):
    total = 0
    for v in q:
        total += v
        if v == n:
            q.popleft()
            q.append(v)
    return total


def backwards(n):
    q = deque(range(4))
    for v in reversed(q):
        if v == n:
            q.pop()
    return q


def by_hand(n):
    q = deque([1, 2])
    i = iter(q)
    first = next(i)
    if n > 0:
        q.append(3)
    try:
        second = next(i)
    except RuntimeError as e:
        second = str(e)
    return first, second


def items_replaced(n):
    q = deque([1, 2, 3])
    for i, v in enumerate(q):
        q[i] = v + n
    q.rotate(1)
    q.insert(1, 8)
    del q[0]
    return q, sum(q), sorted(q), list(reversed(q))


def indices(n):
    q, out = deque([1, 2, 3]), []
    reads = (lambda: q[n], lambda: q.__setitem__(n, 1), lambda: q["a"], lambda: q[0:1])
    for read in reads:
        try:
            out.append(read())
        except (IndexError, TypeError) as e:
            out.append(f"{type(e).__name__} {e}")
    q[n] = 7
    del q[n]
    return out, q


class Queue(deque):
    def push(self, v):
        self.append(v)
        return self


def subclass(n):
    d = Queue([1])
    for i in range(n):
        d.push(i)
    for v in d:
        if v == 2:
            d.push(0)
    return d


def several(n):
    queues, total = [deque([i, 2]) for i in range(n)], 0
    for q in queues:
        for k in q:
            total += k
            if total == 8:
                q.append(1)
    return queues, total


CASES = [
    case(dict_grows, lambda: [(5,), (2,), (1,)]),
    case(known_dict, lambda: [(1,), (0,)]),
    case(set_shrinks, lambda: [(7,), (1,), (5,)]),
    case(cleared_at_the_end, lambda: [(1,), (2,)], straight=True),
    case(bounded, lambda: [(7,), (1,), (3,)]),
    case(passed, lambda: [(deque([1, 2]), n) for n in (1, 2, 5)], artifact=False),
    case(backwards, lambda: [(1,), (7,), (0,)]),
    case(by_hand, lambda: [(1,), (0,)]),
    case(items_replaced, lambda: [(1,), (0,)], straight=True),
    case(indices, lambda: [(1,), (3,), (-3,), (-4,)]),
    case(subclass, lambda: [(1,), (4,)]),
    case(several, lambda: [(1,), (4,)]),
]
