"""isinstance with what the module typing offers."""

import typing
from collections.abc import Mapping
from typing import Callable, List, Optional, Union

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


CASES = [
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
    )
]
