"""Frozen dataclasses as keys of a dict of before the call: they hash and compare by their fields."""

from language.harness import case
import dataclasses

import torch


@dataclasses.dataclass(frozen=True)
class Shape:
    rows: int
    name: str = "a"


COSTS = {Shape(1): 5, Shape(2, "b"): 6}


def gone_over(x):
    return [(key.rows, key.name, cost) for key, cost in COSTS.items()], sum(COSTS.values())


def looked_up(x):
    return COSTS[Shape(1)], Shape(2, "b") in COSTS, Shape(9) in COSTS, COSTS.get(Shape(2), x)


def given(costs, x):
    total = x
    for shape in costs:
        if shape.rows > 1:
            total = total + costs[shape]
    return total


X = torch.ones(2)
CASES = [case(f, lambda: [(X,), (-X,)], artifact=False, straight=True) for f in (gone_over, looked_up)] + [
    case(given, lambda: [({Shape(1): 2, Shape(3): 4}, X), ({Shape(1): 2, Shape(1, "c"): 4}, X)], artifact=False),
]
