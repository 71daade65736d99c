"""Instances of subclasses of tuple and set: their truth, their texts, `%`, `vars`; names in messages."""

import collections
import datetime

import torch

from language.harness import case

Point = collections.namedtuple("Point", "a b")


class Row(tuple):
    pass


class Bag(set):
    pass


class Frozen(frozenset):
    pass


class Slotted:
    __slots__ = ("x",)


def truth(row):
    while row:
        return "some", len(row)
    return "none", not row, row or 5


case_truth = case(truth, lambda: [(Row(),), (Row((1, 2)),)], artifact=False, straight=True)


def texts(point, bag):
    shown = "(%r, %s)" % point  # noqa: UP031 - a named tuple is the operands
    return repr(point), str([point]), shown, f"{bag}", str([bag]), f"{point!r:>20}"


case_texts = case(
    texts,
    lambda: [
        (Point(1, "b"), Bag({1})),
        (Point(2.5, None), Bag()),
        (Point([1], 2), Frozen({1})),
        (Point(0, 0), Frozen()),
    ],
    artifact=False,
    straight=True,
)


def attributes(values):
    seen = []
    for each in values:
        try:
            seen.append(vars(each))
        except TypeError as error:
            seen.append(str(error))
        seen.append(hasattr(each, "__dict__"))
    return seen


case_attributes = case(
    attributes,
    lambda: [([Slotted(), 1],), ((Row(), Point(1, 2), "a"),)],
    artifact=False,
    straight=True,
)


def messages(value):
    said = []
    for function in (len, iter, lambda v: v[0], lambda v: v.name, abs):
        try:
            function(value)
        except (TypeError, AttributeError) as error:
            said.append(str(error))
    return said


case_messages = case(
    messages,
    lambda: [(datetime.date(2020, 1, 1),), (torch.float32,)],
    artifact=False,
    straight=True,
)


def dtypes(x, kind):
    return (
        x.to(kind).dtype,
        x.to("cpu", kind).dtype,
        x.to(dtype=kind).dtype,
        x.to(kind, False, True) is x,
    )


case_dtypes = case(
    dtypes,
    lambda: [(torch.ones(2), kind) for kind in (int, float, bool, torch.float32)],
    artifact=False,
    straight=True,
)


def refused(x, kind):
    try:
        return x.to(kind)
    except (TypeError, RuntimeError) as error:
        return str(error)


case_refused = case(
    refused,
    lambda: [(torch.ones(2), kind) for kind in (3, "cpu", [1], True, 1.5)],
    artifact=False,
    straight=True,
)

CASES = [case_truth, case_texts, case_attributes, case_messages, case_dtypes, case_refused]
