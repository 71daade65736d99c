"""isinstance with what the module typing offers."""

import typing
from collections.abc import Mapping
from typing import Callable, List, Optional, Union

import numpy as np
import torch
from language.harness import case


NUMBER_OR_TEXT = Union[int, str]
MAYBE = Optional[int]


def kinds(x, value):
    return (
        x + 1,
        isinstance(value, Callable),
        isinstance(value, List),
        isinstance(value, typing.Dict),
        isinstance(value, typing.Tuple),
        isinstance(value, NUMBER_OR_TEXT),
        isinstance(value, MAYBE),
        isinstance(value, Mapping),
        isinstance(len, Callable),
        isinstance(kinds, Callable),
    )


def parametrized(x, value):
    """`list[int]` is an object of its own, not the class."""
    if torch.jit.isinstance(value, dict[str, torch.Tensor]):
        x = value["a"]
    try:
        int[str]
    except TypeError as error:
        shown = str(error)
    kinds = list[int], typing.get_origin(dict[str, int]), typing.get_args(dict[str, int])
    return x + 1, str(kinds), isinstance(list[int], type), list[int]([1]), shown


class Loose(typing.Any):
    def __init__(self, n):
        self.n = n


def classes_that_say_no(n):
    """`typing.Any()` and what a class has no variables for; a subclass of Any is made as others are."""
    said = [Loose(n).n]
    for each in (lambda: typing.Any(), lambda: np.float32[0], lambda: np.float64[int]):
        try:
            each()
        except TypeError as error:
            said.append(str(error))
    return said


CASES = [
    case(classes_that_say_no, lambda: [(1,), (2,)], straight=True),
    case(
        kinds,
        lambda: [
            (torch.ones(2), 3),
            (torch.ones(2), [1]),
            (torch.ones(2), {"a": 1}),
            (torch.ones(2), (1, 2)),
            (torch.ones(2), None),
            (torch.ones(2), "text"),
        ],
        artifact=False,
        straight=True,
    ),
    case(
        parametrized,
        lambda: [
            (torch.ones(2), {"a": torch.zeros(2)}),
            (torch.ones(2), {"a": 1}),
            (torch.ones(2), 3),
        ],
        artifact=False,
        straight=True,
    ),
]
