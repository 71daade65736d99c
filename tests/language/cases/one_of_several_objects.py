"""An object that is one of several: in a join of texts, in deepcopy, where a dict of the caller has it
as a key."""

import copy
import fractions

from language.harness import case

HALF, THIRD = fractions.Fraction(1, 2), fractions.Fraction(1, 3)


class Box:
    def __init__(self, held):
        self.held = held


def joined(n: int):
    one = HALF if n > 1 else "a"
    return "-".join([one, "x"])


def copied_twice(n: int):
    one = Box([1]) if n > 1 else Box([2])
    made = copy.deepcopy([one, one])
    made[0].held.append(5)
    return made[1].held, one.held


def constants_copied(n: int):
    one = HALF if n > 1 else THIRD
    return copy.deepcopy([one, one])


def raised_key(errors: dict):
    for key in errors:
        if errors[key] > 1:
            raise key
    return format(key)


CASES = [
    case(joined, lambda: [(1,), (2,)]),
    case(copied_twice, lambda: [(1,), (2,)]),
    case(constants_copied, lambda: [(1,), (2,)], artifact=False),
    case(raised_key, lambda: [({ValueError("a"): 1},), ({ValueError("b"): 2},)], artifact=False),
]
