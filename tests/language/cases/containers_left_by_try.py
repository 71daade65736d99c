"""Containers that grow within `try`: dead, alive or only referred to by others where it is handled."""

from language.harness import case
import torch

T = torch.tensor

STEPS = [
    lambda x, n: x[n],
    lambda x, n: x[n - 1] * 2,
    lambda x, n: x.sum() / (n + 1),
    lambda x, n: x[n - 2] + 1,
] * 15


class Box:
    def __init__(self):
        self.items = None


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("in")
        return self.log

    def __exit__(self, kind, error, trace):
        self.log.append("out" if kind is None else kind.__name__)
        return kind is IndexError


def dead(x, n):
    rest = []
    try:
        for step in STEPS:
            rest.append(step(x, n))
    except IndexError as error:
        return str(error)[:5]
    return len(rest), rest[-1]


def alive(x, n):
    rest, names, seen = [], {}, set()
    try:
        for i, step in enumerate(STEPS):
            rest.append(step(x, n))
            names[f"step {i}"] = rest[-1]
            seen.add(i * n)
    except IndexError:
        return len(rest), rest, list(names), sorted(seen)
    return rest[0], names["step 1"], len(seen)


def mixed_kinds(x, n):
    rest = []
    try:
        for i, step in enumerate(STEPS):
            rest.append((i, step(x, n)) if i % 3 else [step(x, n), "text", None])
    except IndexError:
        return rest
    return rest[1], rest[-1]


def held_by_another(x, n):
    box, outer = Box(), []
    try:
        mine = [n]
        box.items = mine
        mine.append(x[n])
        other = {"a": mine}
        outer.append(other)
        mine.append(x[n - 1])
        other["b"] = x[n - 2]
    except IndexError:
        return box.items, outer
    return outer


def held_by_function(x, n):
    def add(value, into=[]):  # noqa: B006 - what it keeps from call to call
        into.append(value)
        return into

    kept = []

    def note(value):
        kept.append(value)
        return len(kept)

    try:
        add(n)
        note(1)
        add(x[n])
        note(2)
        add(x[n + 1])
    except IndexError:
        note(3)
        return add(-1), note(4), kept
    return add(-2)


def around(values, x, n):
    """What the caller holds in the middle of an expression."""
    try:
        values.append(x[n])
        values.append(x[n + 1])
    except IndexError:
        return 0
    return 1


def held_by_caller(x, n):
    return [(mine := [n]), around(mine, x, n), len(mine)], sum(
        around([k], x, n) + k for k in range(2)
    )


def iterated(x, n):
    todo, count = [0, 1], 0
    for k in todo:
        try:
            if k < 2:
                todo.append(k + 2)
            count += int(x[n + k])
            if k < 2:
                todo.append(k + 3)
        except IndexError:
            count += 100
    return count


def pieces(x, n):
    mine = []
    try:
        for k in range(2):
            mine.append(k)
            yield x[n + k], mine
    finally:
        mine.append("end")
        print(mine)


def generated(x, n):
    total, last = 0, None
    for value, mine in pieces(x, n):
        try:
            own = [value]
            mine.append(7)
            own.append(x[n + 1])
            total += len(own)
        except IndexError:
            total += 10
        last = mine
    return total, last


def nested(x, n):
    log = []
    try:
        first = [x[n]]
        try:
            second = [x[n - 1], first]
            first.append(second[0] // (n - 1))
            second.append(1)
            second.append(x[n + 1])
        except IndexError:
            first.append(3)
            raise
        finally:
            log.append(len(first))
    except (IndexError, RuntimeError):
        return log
    return log, first


def managed(x, n):
    log = []
    with Manager(log) as same:
        local = [n]
        same.append(len(local))
        local.append(x[n])
        same.append(len(local))
    return log


def after_finally(x, n):
    rest = []
    try:
        for step in STEPS[:20]:
            rest.append(step(x, n))
    finally:
        print(len(rest))
    return rest[2:4]


def inputs():
    return [(T([1.0, 2.0, 3.0]), n) for n in (1, 2, 3, 4, 5)]


CASES = [
    case(function, inputs, message=False)
    for function in (
        dead,
        alive,
        mixed_kinds,
        held_by_another,
        held_by_function,
        held_by_caller,
        iterated,
        generated,
        nested,
        managed,
        after_finally,
    )
]
