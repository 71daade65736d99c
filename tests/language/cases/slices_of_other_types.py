"""What a slice of a list of run time is set to is among its elements afterwards."""

from language.harness import case


def into_nothing(n, items):
    items[::2] = [n] * len(items[::2])
    items[1:1] = [n]
    total = 0
    for k in items:
        total += k
    return total


def texts(n, items):
    items[1:1] = ["a"] * n
    return [k * 2 for k in items], items


def known(n, items):
    items[n:] = ["b", None]
    return [str(k) for k in items], items


CASES = [
    case(into_nothing, lambda: [(3, []), (3, [1, 2, 3])], straight=True),
    case(texts, lambda: [(2, [1, 2]), (0, [3]), (1, [])], straight=True),
    case(known, lambda: [(1, [1, 2]), (0, []), (5, [4])], straight=True),
]
