"""Values of every kind, made inside of the program, under the operations of Python's data model.

Each operation runs eagerly and compiled and gives the same, texts of errors included, or is refused.
"""

from __future__ import annotations

import collections
import contextlib
import enum
import io
import operator
import re
from collections.abc import Callable
from typing import Any

import pytest
import torch

import lith

pytestmark = pytest.mark.generated


class Plain:
    pass


class Equal:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Equal) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other):
        return True


class Asked:
    """Its methods say that they were asked, and know nothing."""

    def __eq__(self, other):
        print("asked")
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]


class Sized:
    def __len__(self):
        return 0

    def __getitem__(self, index):
        if index > 3:
            raise IndexError(index)
        return index


class Pair(collections.namedtuple("Pair", "a b")):
    def __eq__(self, other):
        print("pair asked")
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __len__(self):
        return 0

    def __contains__(self, item):
        return item == 7


class Silent:
    __iter__ = None
    __contains__ = None


class Items(list):
    pass


class Named(dict):
    pass


class Word(str):
    pass


class Letter(enum.Enum):
    A = 1


class Level(enum.IntEnum):
    LOW = 1


class Falsy(type):
    def __bool__(cls):
        return False

    def __len__(cls):
        return 3


class OfFalsy(metaclass=Falsy):
    pass


Point = collections.namedtuple("Point", "a b")

KINDS: dict[str, Callable[[int], Any]] = {
    "int": lambda x: x,
    "zero": lambda x: x - 1,
    "float": lambda x: x * 1.0,
    "bool": lambda x: x == 1,
    "complex": lambda x: complex(x, 1),
    "complex zero": lambda x: complex(x - 1, 0),
    "str": lambda x: str(x),
    "constant str": lambda x: "a",
    "bytes": lambda x: b"a",
    "None": lambda x: None,
    "tuple": lambda x: (x,),
    "pair": lambda x: (x, 2),
    "tuple of run time": lambda x: tuple([x for _ in range(x)]),
    "list": lambda x: [x],
    "mixed list": lambda x: [1, "a"],
    "list of run time": lambda x: [x for _ in range(x)],
    "dict": lambda x: {x: 1},
    "set": lambda x: {x},
    "frozenset": lambda x: frozenset({1}),
    "range": lambda x: range(x),
    "slice": lambda x: slice(1),
    "keys": lambda x: {1: 2}.keys(),
    "items": lambda x: {x: 2}.items(),
    "values": lambda x: {1: 2}.values(),
    "named tuple": lambda x: Point(1, 2),
    "tuple with methods": lambda x: Pair(1, 2),
    "list subclass": lambda x: Items([1]),
    "dict subclass": lambda x: Named({1: 1}),
    "str subclass": lambda x: Word("a"),
    "deque": lambda x: collections.deque([1]),
    "object": lambda x: Plain(),
    "equal": lambda x: Equal(1),
    "asked": lambda x: Asked(),
    "sized": lambda x: Sized(),
    "silent": lambda x: Silent(),
    "enum": lambda x: Letter.A,
    "int enum": lambda x: Level.LOW,
    "class": lambda x: Plain,
    "enum class": lambda x: Letter,
    "falsy class": lambda x: OfFalsy,
    "int class": lambda x: int,
    "built-in function": lambda x: len,
    "function": lambda x: operation,
    "ellipsis": lambda x: Ellipsis,
    "dtype": lambda x: torch.float32,
    "device": lambda x: torch.device("cpu"),
    "exception": lambda x: ValueError(1),
    "iterator": lambda x: iter([1]),
    "zip": lambda x: zip([1], [x], strict=True),
    "generator": lambda x: (i for i in range(x)),
}


def operation(given: Callable[[], Any]) -> Any:
    """What it gives, or its error."""
    try:
        return given()
    except (TypeError, ValueError, IndexError, KeyError, StopIteration) as error:
        return type(error), str(error)


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "bool": lambda v: bool(v),
    "not": lambda v: not v,
    "len": lambda v: len(v),
    "-, +": lambda v: (-v, +v),
    "~": lambda v: ~v,
    "1 in": lambda v: 1 in v,
    "'a' in": lambda v: "a" in v,
    "7 not in": lambda v: 7 not in v,
    "list": lambda v: list(v),
    "next": lambda v: next(v),
    "next of iter": lambda v: next(iter(v)),
    "[0]": lambda v: v[0],
    "[1]": lambda v: v[1],
    "[-2]": lambda v: v[-2],
    "['a']": lambda v: v["a"],
    "[0.5]": lambda v: v[0.5],
    "[:1]": lambda v: v[:1],
    "[:'a']": lambda v: v[:"a"],
    "[True:]": lambda v: v[True:],
    "[0] =": lambda v: (operator.setitem(v, 0, 5), v),
    "['a'] =": lambda v: (operator.setitem(v, "a", 5), v),
    "[:1] =": lambda v: (operator.setitem(v, slice(1), [7, 8]), v),
    "del [0]": lambda v: (operator.delitem(v, 0), v),
    "del ['a']": lambda v: (operator.delitem(v, "a"), v),
    "del [:1]": lambda v: (operator.delitem(v, slice(1)), v),
    "str": lambda v: str(v),
    "repr": lambda v: repr(v),
    "f-string": lambda v: f"{v} {v!r}",
    "in a list": lambda v: f"{[v]} {(v,)} { {1: v} }",
    "width": lambda v: format(v, ">9"),
    "digits": lambda v: format(v, ".2f"),
}


def named(text: str) -> str:
    """Without what CPython says otherwise of some types in C: a name with its module, "doesn't"."""
    text = re.sub(
        r"'[\w.]+' object|of type '[\w.]+'|(?<=unary .: ).*|[\w.]+\.__format__", "...", text
    )
    return text.replace("doesn't", "does not")


def outcome(call: Callable[[], Any]) -> Any:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            result = call()
    except lith.CompileError:
        return "refused"
    except Exception as error:
        return type(error), named(str(error)), printed.getvalue()
    return repr(result), printed.getvalue()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_operations(kind: str) -> None:
    make, wrong = KINDS[kind], []
    for name, verb in OPERATIONS.items():

        def f(x: int, verb=verb) -> Any:
            return verb(make(x))

        expected, given = outcome(lambda: f(1)), outcome(lambda: lith.to_static(f)(1))  # noqa: B023
        if given not in (expected, "refused"):
            wrong.append((name, expected, given))
    assert not wrong


COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def compared(a: Any, b: Any) -> list[Any]:
    results: list[Any] = []
    for compare in COMPARISONS:
        try:
            results.append(bool(compare(a, b)))
        except TypeError:
            results.append("TypeError")
    return results


@pytest.mark.parametrize("kind", KINDS)
def test_comparisons(kind: str) -> None:
    """With a value of each kind on the right; a method of the user's runs once for each look."""
    make, others = KINDS[kind], list(KINDS.values())

    def f(x: int) -> list[Any]:
        return [compared(make(x), other(x)) for other in others]

    assert outcome(lambda: lith.to_static(f)(1)) == outcome(lambda: f(1))


class Weight(float):
    pass


def test_instances_of_run_time() -> None:
    """Members of an enum and subclasses of float that only run time knows, as bounds and addends."""

    def f(xs: list[int], n: int) -> Any:
        total = 0.0
        for g in [Weight(x) for x in xs]:
            total += g
        return xs[: Level(n)], total

    assert lith.to_static(f)([1, 2, 3], 1) == f([1, 2, 3], 1)
