"""`items *= n` of a list that existed before the call: it stays the same object."""

from language.harness import case

HELD = [1, 2]


def by_constant(items, n):
    items *= 2
    del items[5:]
    return len(items) + n


def by_argument(items, n):
    same = items
    items *= n
    items.append(n)
    return items, same is items


def on_one_path(items, n):
    if n > 1:
        items *= 2
    return sum(items)


def of_the_module(n):
    global HELD
    HELD *= n
    return len(HELD)


def inputs():
    return [([1, 2, 3], 1), ([], 2), ([4], 0), ([5, 6], -1), ([1, 2], 3)]


CASES = [
    case(by_constant, inputs, straight=True),
    case(by_argument, inputs, straight=True),
    case(on_one_path, inputs),
    case(of_the_module, lambda: [(2,), (1,), (0,), (3,)], artifact=False, straight=True),
]
