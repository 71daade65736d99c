"""Containers inside of containers that existed before the call change places, in each call."""

from types import SimpleNamespace

from language.harness import case

ROWS = [[1], [2, 3]]
TABLE = {"x": [1], "y": [2]}
OBJECT = SimpleNamespace(a=[1], b=[2])


def rows(n):
    ROWS[0], ROWS[1] = ROWS[1], ROWS[0]
    return n


def table(n):
    TABLE["x"], TABLE["y"] = TABLE["y"], TABLE["x"]
    return n


def attributes(n):
    OBJECT.a, OBJECT.b = OBJECT.b, OBJECT.a
    return n, len(OBJECT.a)


def shared(n):
    TABLE["y"] = TABLE["x"]
    TABLE["y"].append(n)
    return len(TABLE["x"])


CASES = [
    case(program, lambda: [(k,) for k in range(5)], straight=True, artifact=False)
    for program in (rows, table, attributes, shared)
]
