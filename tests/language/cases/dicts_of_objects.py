"""`__dict__` of an object shows what is set and deleted later, beside it and through it."""

from language.harness import case
import functools

import torch


class Box:
    def __init__(self, n):
        self.n = n


def beside(x):
    box = Box(1)
    found = box.__dict__
    box.late = 2
    found["by_key"] = 3
    if x.sum() > 0:
        box.n = 5
        del box.late
    return dict(found), box.by_key, len(found), found.get("n"), vars(box).keys() == found.keys()


def through(x):
    box = Box(1)
    vars(box).update({"a": x, "b": 2})
    vars(box).pop("n")
    vars(box).setdefault("c", 4)
    if x.sum() > 0:
        vars(box).clear()
    return sorted(vars(box)), hasattr(box, "a")


@functools.lru_cache
def cached(x):
    """Of a function that is kept."""
    return x


added = functools.partial(max, 1)
added.note = "more"


def of_constants(x):
    if x.sum() > 0:
        return cached.__name__, cached.__doc__, cached.__wrapped__ is not None, added.note, added.func is max
    return list[int].__name__, hasattr(list[int], "append"), hasattr(added, "other"), list[int].__origin__


INPUTS = [(torch.ones(3),), (-torch.ones(3),)]
CASES = [case(beside, lambda: INPUTS), case(through, lambda: INPUTS), case(of_constants, lambda: INPUTS, artifact=False)]
