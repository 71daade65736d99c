"""Recursions first reached in the middle of something: a loop that is tried, a path that is gone."""

import functools

import torch
from language.harness import case

T = torch.tensor


def total(n):
    t = 0
    i = n
    while i > 0:
        t += i
        i -= 1
    return t if n <= 0 else t + total(n - 1)


def six_loops(n, x):
    s = 0
    for a in range(n):
        for _b in range(n):
            for _c in range(n):
                for _d in range(n):
                    for _e in range(n):
                        for _h in range(n):
                            s += a
        for _g in range(n):
            s += total(n)
    return x + s


def in_a_handler(n, x):
    s = 0
    for i in range(n):
        try:
            if x > i:
                raise ValueError(i)
            s += 1
        except ValueError as e:
            for _ in range(n):
                s += total(e.args[0])
        finally:
            s += total(1)
    return s


def in_an_arm_that_dies(n, x):
    found = None
    for i in range(n):
        if found is None:
            found = i
            continue
        if isinstance(found, str):
            return total(n), "never"
        if x.sum() > i:
            found = found + total(i)
        else:
            raise KeyError(total(i))
    return found


def closure_over_loops(n, x):
    scale = n

    def down(k):
        s = 0
        for i in range(k):
            for j in range(i):
                s += j * scale
        return s if k <= 0 else s + down(k - 1)

    s = 0
    for i in range(n):
        for j in range(n):
            s += i * j
            if s > 3:
                s -= down(i)
    return s + x


def walk(n):
    if n > 0:
        for k in range(n):
            if k % 2:
                yield total(k)
        yield from walk(n - 1)


def generator_in_loops(n):
    s = 0
    for _ in range(3):
        for v in walk(3):
            s += v * n
    return s


def in_comprehensions(n, xs):
    rows = [[total(i + j) for j in range(n)] for i in range(len(xs)) if total(i) >= 0]
    return rows, {k: total(k) for k in range(n)}


def class_made_inside(n, x):
    class Counter:
        def __init__(self):
            self.calls = 0

        def down(self, k):
            t = 0
            while t < k:
                t += 1
            return t if k <= 0 else t + total(k - 1)

    counter = Counter()
    s = 0
    for a in range(n):
        for b in range(n):
            for c in range(n):
                s += counter.down(a + b) - c
                counter.calls += 1
    return s + x, counter.calls


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    seen = 0
    while seen < n:
        seen += 1
    return False if n == 0 else even(seen - 1)


def two_that_call_each_other(n, x):
    s = 0
    for _a in range(n):
        for b in range(n):
            for c in range(n):
                if even(b + c) != odd(n):
                    s += 1
                elif x > 2:
                    s += 10
    return s


@functools.lru_cache(maxsize=None)
def cached(n):
    return 0 if n <= 0 else total(n) + cached(n - 1)


def behind_a_cache(n):
    s = total(n)
    for i in range(3):
        s += cached(i)
    return s


def with_a_manager(n, x):
    class Quiet:
        def __enter__(self):
            return total(2)

        def __exit__(self, kind, value, trace):
            return kind is ValueError and total(1) == 1

    s = 0
    for i in range(n):
        with Quiet() as k:
            s += k
            for j in range(i):
                if x > j:
                    raise ValueError
                s += total(j)
    return s


CASES = [
    case(six_loops, lambda: [(2, T(0.0)), (3, T(1.0)), (0, T(1.0)), (1, T(2.0))]),
    case(in_a_handler, lambda: [(3, T(1)), (4, T(9)), (0, T(1))]),
    case(
        in_an_arm_that_dies,
        lambda: [(4, torch.ones(9)), (3, torch.zeros(2)), (0, torch.ones(1))],
    ),
    case(closure_over_loops, lambda: [(3, T(1.0)), (5, T(2.0)), (0, T(0.0))]),
    case(generator_in_loops, lambda: [(2,), (-1,)], straight=True),
    case(in_comprehensions, lambda: [(2, [1, 2, 3]), (3, [1]), (0, [])]),
    case(class_made_inside, lambda: [(2, T(0.0)), (3, T(1.0))]),
    case(two_that_call_each_other, lambda: [(3, T(1)), (4, T(3)), (0, T(0))]),
    case(behind_a_cache, lambda: [(4,), (2,)]),
    case(with_a_manager, lambda: [(3, T(1)), (4, T(0)), (0, T(9))]),
]
