"""A recursion reads some names of an object that existed before the call; others are written."""

from types import SimpleNamespace

from language.harness import case

TOTAL = 0
STEP = 2
OBJECT = SimpleNamespace(k=3, n=0)


class Node:
    made = 0
    width = 2

    def depth(self, n):
        if n <= 0:
            return 0
        return self.depth(n - self.width) + 1


class Slots:
    __slots__ = ("read", "written")


SLOTS = Slots()
SLOTS.read, SLOTS.written = 2, 0


def by_global(n, k):
    if n <= 0 or k > 20:
        return k
    return by_global(n - STEP, k + n) + 1


def by_attribute(n, k):
    if n <= 0 or k > 20:
        return k
    return by_attribute(n - OBJECT.k, k + n) + 1


def by_slot(n):
    if n <= 0:
        return n
    return by_slot(n - SLOTS.read) + 1


def global_written(n):
    global TOTAL
    TOTAL = (TOTAL + n) % 50
    return by_global(n, 3), TOTAL


def attribute_written(n):
    OBJECT.n += n
    return by_attribute(n, 3), OBJECT.n


def class_written(n):
    Node.made += 1
    return Node().depth(n), Node.made


def slot_written(n):
    SLOTS.written = n
    return by_slot(n), SLOTS.written


CASES = [
    case(program, lambda: [(5,), (0,), (8,)], straight=True, artifact=False)
    for program in (
        global_written,
        attribute_written,
        class_written,
        slot_written,
    )
]
