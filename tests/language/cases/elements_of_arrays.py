"""An element that is read of an array of NumPy is a number of its own: a write to the array leaves it."""

import numpy as np

from language.harness import case


def bubble(a):
    for _ in range(len(a)):
        for j in range(len(a) - 1):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a


def insertion(a):
    for i in range(1, len(a)):
        key, j = a[i], i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
    return a


def kept(a):
    first = a[0]
    a[0] = 5
    return first, a


def in_containers(a):
    items, fixed, named = list(a), tuple(a), {i: v for i, v in enumerate(a)}
    pairs = [(x, y) for x, y in zip(a, a[1:])]
    a *= 2
    return items, fixed, named, pairs, a


def unpacked(a):
    x, y, z = a
    a[:] = 0
    return x, y, z, [v for v in a]


def before_a_sort(a):
    low, high, least = a[0], a.max(), min(a)
    a.sort()
    return low, high, least


def of_views(a):
    rows = a.reshape(1, -1)
    value, row = rows[0, 1], rows[0]
    rows[0, 1] = 4
    whole = a[0:1].reshape(())
    number = whole[()]
    a[0] = 9
    return value, row, number, whole[...]


def written_while_read(a):
    seen = []
    for v in a:
        seen.append(v)
        a[:] = a + 1
    return seen


def best_of_a_loop(a):
    best = a[0]
    for i in range(len(a)):
        if a[i] > best:
            best = a[i]
        a[i] = -1
    return best


def calls():
    return [(np.array([3.0, 1.0, 2.0]),), (np.array([1.5, 2.5, 0.5]),), (np.array([5, 4, 7]),)]


FUNCTIONS = (
    bubble,
    insertion,
    kept,
    in_containers,
    unpacked,
    before_a_sort,
    of_views,
    written_while_read,
    best_of_a_loop,
)
CASES = [case(fn, calls, straight=True) for fn in FUNCTIONS]
