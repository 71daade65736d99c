"""Objects of C types, and instances around built-in values, under the operations of Python.

A table of types and operations: each operation runs eagerly and compiled, on every value of the
type in turn, and gives the same or is refused. It never gives something else.
"""

from __future__ import annotations

import array
import datetime
import decimal
import enum
import fractions
import pathlib
import uuid
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import lith

pytestmark = pytest.mark.generated


class Word(str, enum.Enum):  # noqa: UP042
    A = "a"
    B = "b"


class Text(enum.StrEnum):
    A = "a"
    B = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Flag(enum.IntFlag):
    ONE = 1
    TWO = 2


class Plain(enum.Enum):
    A = 1
    B = 2


class Whole(int):
    pass


class Real(float):
    pass


class Letters(str):
    pass


VALUES: dict[str, list[Any]] = {
    "int64": [np.int64(1), np.int64(0), np.int64(1), np.int64(7)],
    "uint8": [np.uint8(1), np.uint8(200)],
    "float64": [np.float64(1), np.float64(0), np.float64(2.5)],
    "float32": [np.float32(1), np.float32(0.1)],
    "bool_": [np.bool_(True), np.bool_(False)],
    "complex128": [np.complex128(1)],
    "str_": [np.str_("a"), np.str_("")],
    "datetime64": [np.datetime64("2020-01-01")],
    "date": [datetime.date(2020, 1, 1), datetime.date(2021, 2, 3)],
    "datetime": [datetime.datetime(2020, 1, 1, 2, 3)],
    "time": [datetime.time(0, 0), datetime.time(1, 2)],
    "timedelta": [datetime.timedelta(0), datetime.timedelta(1)],
    "timezone": [datetime.UTC],
    "Decimal": [decimal.Decimal(0), decimal.Decimal(1), decimal.Decimal("1.5")],
    "Fraction": [fractions.Fraction(0), fractions.Fraction(1), fractions.Fraction(1, 3)],
    "Path": [pathlib.Path("a/b"), pathlib.PurePath("a"), pathlib.Path("a")],
    "numpy dtype": [np.dtype("float32"), np.dtype("int64")],
    "torch dtype": [torch.float32],
    "UUID": [uuid.UUID(int=1), uuid.UUID(int=0)],
    "str and Enum": list(Word),
    "StrEnum": list(Text),
    "IntEnum": list(Level),
    "IntFlag": list(Flag),
    "Enum": list(Plain),
    "int": [Whole(1), Whole(0), Whole(2)],
    "str": [Letters("a"), Letters("")],
    "float": [Real(1), Real(0)],
    "array": [array.array("i"), array.array("i", [1])],
    "bytearray": [bytearray(), bytearray(b"a")],
    "slice": [slice(1)],
    "memoryview": [memoryview(b"a")],
}


def matched(v):
    match v:
        case 1:
            return "one"
        case "a":
            return "a"
        case _:
            return "other"


def asserted(v):
    assert v, "no"
    return 1


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "== 1": lambda v: v == 1,
    "!= 1": lambda v: v != 1,
    "1 ==": lambda v: 1 == v,
    '== "a"': lambda v: v == "a",
    "== itself": lambda v: v == v,
    "== None": lambda v: v == None,  # noqa: E711
    "bool": lambda v: bool(v),
    "not": lambda v: not v,
    "and": lambda v: (v and 5) == 5,
    "or": lambda v: v or 3,
    "if": lambda v: "yes" if v else "no",
    "in list": lambda v: v in [1, "a"],
    "in tuple": lambda v: (v in (1, "a"), (v,) in [(1,), ("a",)]),
    "in set": lambda v: (v in {1, 2}, v in {"a", "b"}, (v,) in {(1,), ("a",)}),
    "in dict": lambda v: v in {1: 2, "a": 3},
    "get": lambda v: {1: 2, "a": 3}.get(v),
    "item of dict": lambda v: {1: 2, "a": 3}[v],
    "key": lambda v: ({v: 5}.get(1), {v: 5}.get("a"), {v: 5}.get(v), {v: 5}[v]),
    "set": lambda v: len({v, 1, "a"}),
    "sets": lambda v: ({1} & {v} == {1}, {"a"} - {v} == {"a"}),
    "min": lambda v: min(v, 3) == v,
    "max": lambda v: max(v, 0) == v,
    "match": matched,
    "assert": asserted,
    "any, all": lambda v: (any([v]), all([v])),
    "f-string": lambda v: f"{v}",
    "str": lambda v: str(v),
    "repr": lambda v: (repr(v), f"{v!r}"),
    "format": lambda v: "{}".format(v),  # noqa: UP032
    "%": lambda v: "%s" % v,  # noqa: UP031
    "% tuple": lambda v: "%s|%r" % (v, v),  # noqa: UP031
    "text in list": lambda v: (str([v]), str({1: v}), str((v,))),
    "join": lambda v: ",".join(map(str, [v, v])),
    "width": lambda v: format(v, ">12"),
    "year": lambda v: f"{v:%Y}",
    "digits": lambda v: f"{v:.2f}",
    "hash": lambda v: hash(v),
    "len": lambda v: len(v),
    "< 2": lambda v: v < 2,
    "+ 1": lambda v: str(v + 1),
    "1 +": lambda v: str(1 + v),
    "- itself": lambda v: str(v - v),
    "negative": lambda v: str(-v),
    "index": lambda v: [10, 20, 30][v],
    "bound": lambda v: [10, 20, 30][:v],
    "index of tensor": lambda v: torch.arange(5)[v].tolist(),
    "bound of tensor": lambda v: torch.arange(5)[:v].tolist(),
    "size": lambda v: torch.zeros(v).tolist(),
    "dim": lambda v: torch.ones(2, 2, 2).sum(v).tolist(),
    "range": lambda v: list(range(v)),
    "count": lambda v: ([1, 2].count(v), (1, "a").count(v)),
    "sorted": lambda v: str(sorted([v, v])),
    "iteration": lambda v: [str(x) for x in v],
    "int": lambda v: int(v),
    "call": lambda v: v(),
}

# Not of a slot of these types: what a conversion or an index makes of them raises another error.
OTHERWISE = {
    *((kind, "int") for kind in ("complex128", "array", "bytearray", "memoryview")),
    *((kind, "sorted") for kind in ("slice",)),
    *(
        (kind, "index of tensor")
        for kind in ("str_", "str and Enum", "StrEnum", "str", "array", "bytearray")
    ),
}


def outcome(call: Callable[[], Any]) -> Any:
    try:
        result = call()
    except lith.CompileError:
        return "refused"
    except Exception as error:
        raised = type(error).__mro__
        return next(each for each in raised if each.__module__ == "builtins")
    return type(result), str(result)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", VALUES)
def test_foreign_objects(kind: str) -> None:
    wrong = []
    for name, operation in OPERATIONS.items():
        if (kind, name) in OTHERWISE:
            continue
        compiled = lith.to_static(operation)
        for value in VALUES[kind]:
            expected = outcome(lambda: operation(value))  # noqa: B023
            given = outcome(lambda: compiled(value))  # noqa: B023
            if given not in (expected, "refused"):
                wrong.append((name, value, expected, given))
    assert not wrong


DAY = datetime.date(2020, 1, 1)
NAMES: dict[Any, str] = {np.int64(3): "three", DAY: "day", (1, DAY): "pair", 5: "five"}


@pytest.mark.parametrize(
    "look",
    [
        lambda d: NAMES[d],
        lambda d: NAMES.get(datetime.date(2020, 1, 1) if d is None else d, "none"),
        lambda d: (NAMES[3], NAMES[np.int64(3)], NAMES[5], NAMES[(1, d)]),
        lambda d: (d in NAMES, list(NAMES), list(NAMES.items())),
    ],
)
def test_keys_of_an_outside_dict(look: Callable[[Any], Any]) -> None:
    assert lith.to_static(look)(DAY) == look(DAY)


HASH = hash(DAY)


class EqualToAll:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return HASH


OTHERS = {EqualToAll(): 1}


@pytest.mark.parametrize(
    "look",
    [
        lambda d: OTHERS.get(d),
        lambda d: d in OTHERS,
        lambda d: {EqualToAll(): 1}.get(d),
        lambda d: {d: 1}.get(EqualToAll()),
    ],
)
def test_key_beside_one_with_methods(look: Callable[[Any], Any]) -> None:
    """What Python asks of the other key is not left out: the program is refused."""
    with pytest.raises(lith.CompileError):
        lith.to_static(look)(DAY)
