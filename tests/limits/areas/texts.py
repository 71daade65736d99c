"""Texts and printing."""

import datetime
import enum
import re
import typing

import torch

from limits.entry import differs, limit, raises, refused, script

DATE = datetime.date(2020, 1, 1)


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Ordered(dict):
    def __repr__(self):
        return "Ordered"


@script(differs())
def print_options(door):
    """`torch.set_printoptions` has no effect on the text of tensors, neither outside of the program nor in it."""
    f = door.compile(lambda x: str(x))
    x = torch.linspace(1.23456, 1e4, 1200)

    def within(x):
        torch.set_printoptions(precision=2)
        return str(x)

    given = []
    for options in (
        {"precision": 2}, {"threshold": 10}, {"edgeitems": 1}, {"linewidth": 40}, {"sci_mode": True},
        {"profile": "short"},
    ):  # fmt: skip
        torch.set_printoptions(profile="default")
        torch.set_printoptions(**options)
        given.append(f(x))
    torch.set_printoptions(profile="default")
    return given, door.compile(within)(x)


@limit(differs(), lambda: (torch.ones(1),))
def text_of_a_leaf(x):
    """The text of a tensor that the program makes with `requires_grad` lacks `requires_grad=True` and `grad_fn=`."""
    w = torch.ones(1, requires_grad=True)
    return str(w * x)


@limit(refused("LTH0302"), lambda: (datetime.date(2020, 1, 2),))
def field_of_a_date(d):
    """`"{0.month}".format(d)` of a date."""
    return "{0.month}".format(d)  # here


@limit(raises(RecursionError), lambda: (1,))
def deque_that_holds_itself(n):
    """`str` of a `deque` or `SimpleNamespace` that holds itself raises RecursionError."""
    import collections

    d = collections.deque([n])
    d.append(d)
    return str(d)


@script(refused("LTH0315"))
def lone_surrogates(door):
    """A text with a lone surrogate."""
    return door.compile(lambda s: s + "a")("\ud800")


@limit(refused("LTH0302"), lambda: (5,))
def bytes_made_at_run_time(n):
    """`bytes` and `bytearray` that are made at run time."""
    return bytes([n])  # here


@script(refused(""))
def regular_expression(door):
    """A text that is given to a regular expression or to `json.loads` is a constant: each takes a program, the 65th
    is refused."""
    f = door.compile(lambda s: re.findall("[0-9]", s))
    return [f(str(i)) for i in range(66)]


class Tagged(typing.NamedTuple):
    kind: Kind
