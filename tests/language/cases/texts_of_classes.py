"""The texts of classes, also where a metaclass makes them, and of types; what __init__ may give."""

import enum
from typing import Any, Dict, List, Optional, Union

import torch
from language.harness import case


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Fl(enum.Flag):
    A = 1
    B = 2


class IntE(enum.IntEnum):
    X = 1


class Meta(type):
    def __repr__(cls):
        return "Meta!" + cls.__name__


class M(metaclass=Meta):
    pass


def enums(n: int):
    return (
        repr(Color),
        str(Color),
        f"{Color}",
        repr(Fl),
        str(Color.RED),
        repr(Color.RED),
        f"{Color.RED}",
        repr(IntE.X),
        str(IntE.X),
        f"{IntE.X}",
    )


def with_metaclass(n: int):
    return repr(M), str(M), f"{M}"


def of_typing(n: int):
    return (
        repr(List[int]),
        repr(Optional[int]),
        str(Dict[str, int]),
        repr(Any),
        repr(Union[int, str]),
        repr(list[int]),
        repr(int | None),
    )


def of_built_in(n: int):
    return (
        repr(torch.float32),
        repr(torch.device("cpu")),
        repr(torch.Size([1, n])),
        repr(int),
        repr(Color),
        repr(None),
        repr(...),
        repr(NotImplemented),
        repr(slice(1, 2)),
        repr(range(3)),
    )


def tryit(f):
    try:
        return f()
    except Exception as e:
        return str(e)


class Bad:
    def __init__(self, n):
        self.n = n
        return n or None


def constructed(n: int):
    return tryit(lambda: Bad(1)), tryit(lambda: Bad(None).n)


TWO = [(1,), (0,)]

CASES = [
    case(enums, lambda: list(TWO), straight=True),
    case(with_metaclass, lambda: list(TWO), straight=True),
    case(of_typing, lambda: list(TWO), straight=True),
    case(of_built_in, lambda: list(TWO), straight=True),
    case(constructed, lambda: list(TWO), straight=True),
]
