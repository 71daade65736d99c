"""Variables that are None before a loop, and flags that all objects of a class share."""

import torch

from language.harness import case


def T(*values):
    return torch.tensor(values)


def carried_state(x, steps):
    state = None
    for i in range(steps):
        state = x if state is None else state * 2 + i
    return state


def pair_or_none(x, limit):
    state, count = None, 0
    while count < limit:
        if state is None:
            state = (x, x * 0)
        else:
            state = (state[0] + state[1], state[0])
        count += 1
    return state, count


def endless(x, limit):
    best = None
    while True:
        x = x * 2
        if best is None or x.sum() > best.sum():
            best = x
        if x.sum() > limit:
            break
    return best


def stays_none(x, steps):
    found = None
    for i in range(steps):
        if x.sum() > i + 1:
            found = i
    return found


def filled_in_nested_loops(x, n, m):
    outer = None
    for i in range(n):
        inner = None
        for j in range(m):
            inner = x + j if inner is None else inner + x * i
        if inner is not None:
            outer = inner if outer is None else outer + inner
    return outer


def left_in_the_first_trip(x, steps):
    last = None
    for i in range(steps):
        if x.sum() > 3:
            break
        last = x + i
        x = x + 1
    else:
        return last, "all"
    return last, x


class Layer:
    def __init__(self):
        self.keys = None
        self.ready = False

    def update(self, keys):
        if not self.ready:
            self.keys = torch.tensor([])
            self.ready = True
        self.keys = torch.cat([self.keys, keys], dim=-2)
        return self.keys


class Cache:
    def __init__(self, offloading=False):
        self.layers = []
        self.offloading = offloading

    def update(self, keys, index):
        while len(self.layers) <= index:
            self.layers.append(Layer())
        if self.offloading:
            torch.cuda.default_stream(keys.device)
        return self.layers[index].update(keys)


def step(x, cache=None):
    if cache is None:
        cache = Cache()
    for i in range(2):
        x = x + cache.update(x * 0.5, i).mean(-2, keepdim=True)
    return x, cache


def decode(x, steps):
    cache, out = None, []
    for _ in range(steps):
        x, cache = step(x, cache)
        x = x[:, -1:]
        out.append(x)
        if x.sum() > 100:
            break
    return torch.cat(out, 1)


class Counter:
    def __init__(self):
        self.flag, self.mode, self.limit = False, "a", 3


def flags(x, n):
    made = []
    for i in range(n):
        made.append(Counter())
        if x.sum() > i:
            made[-1].flag = True
    return [c.flag for c in made], [c.mode for c in made], sum(c.limit for c in made)


def one_field_changes(x, n):
    made = [Counter() for _ in range(n)]
    for c in made:
        if x.sum() > 0:
            c.limit = c.limit + 1
    return [c.limit for c in made], [c.flag for c in made]


CASES = [
    case(carried_state, lambda: [(T(1.0, 2.0), 3), (T(1.0), 0), (T(2.0), 1), (T(3.0), 6)]),
    case(pair_or_none, lambda: [(T(1.0, 2.0), 3), (T(1.0), 0), (T(2.0), 1)]),
    case(endless, lambda: [(T(1.0), 30), (T(50.0), 3), (T(-1.0, 3.0), 5)]),
    case(stays_none, lambda: [(T(0.0), 4), (T(2.5), 4), (T(9.0), 0)]),
    case(
        filled_in_nested_loops,
        lambda: [(T(1.0), 2, 3), (T(1.0), 0, 2), (T(1.0), 3, 0), (T(2.0), 1, 1)],
    ),
    case(left_in_the_first_trip, lambda: [(T(9.0), 3), (T(1.0), 5), (T(-9.0), 2), (T(1.0), 0)]),
    case(
        decode,
        lambda: [(torch.ones(1, 3, 2), 4), (torch.ones(2, 1, 2) * 30, 5), (torch.ones(1, 2, 2), 1)],
    ),
    case(flags, lambda: [(T(1.5), 4), (T(-1.0), 2), (T(9.0), 0)]),
    case(one_field_changes, lambda: [(T(1.5), 4), (T(-1.0), 2), (T(9.0), 0)]),
]
