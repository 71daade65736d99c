"""Texts and printing."""

import datetime
import enum
import re
import typing
from decimal import Decimal

import numpy as np
import torch

from limits.entry import differs, limit, raises, refused, script

DATE = datetime.date(2020, 1, 1)


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Ordered(dict):
    def __repr__(self):
        return "Ordered"


@limit(differs(), lambda: ("a",))
def text_of_an_enum_in_a_dict(s):
    """A member of an enum that only run time knows has the text of a plain object within a container."""
    return str({Kind(s): 1})


@limit(differs(), lambda: ("a",))
def percent_of_an_enum(s):
    """A member of an enum that only run time knows has the text of a plain object in `%`."""
    return "%s|%s" % (Kind(s), 1)


@limit(
    differs(),
    lambda: (
        DATE,
        datetime.timedelta(1),
        Decimal("1.5"),
        np.dtype("float32"),
        np.datetime64("2020-01-01"),
    ),
)
def text_of_a_date(date, delta, decimal, dtype, moment):
    """The text of a date from outside is its `repr`; so are those of times, `Decimal` and dtypes of NumPy."""
    return f"{date}", str(delta), str(decimal), str(dtype), f"{moment}"


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


@limit(raises(AttributeError), lambda: (datetime.date(2020, 1, 2),))
def field_of_a_date(d):
    """`"{0.month}".format(d)` of a date raises AttributeError."""
    return "{0.month}".format(d)


@limit(raises(RecursionError), lambda: (1,))
def deque_that_holds_itself(n):
    """`str` of a `deque` or `SimpleNamespace` that holds itself raises RecursionError."""
    import collections

    d = collections.deque([n])
    d.append(d)
    return str(d)


@script(raises(UnicodeEncodeError))
def lone_surrogates(door):
    """A text with a lone surrogate."""
    return door.compile(lambda s: s + "a")("\ud800")


@limit(refused("LTH0302"), lambda: (5,))
def bytes_made_at_run_time(n):
    """`bytes` and `bytearray` that are made at run time."""
    return bytes([n])  # here


@limit(raises(TypeError), lambda: (datetime.date(2020, 1, 2),))
def format_of_a_date(d):
    """A format specification of a date (`f"{d:%Y}"`) raises TypeError."""
    return f"{d:%Y}"


@script(refused(""))
def regular_expression(door):
    """A text that is given to a regular expression or to `json.loads` is a constant: each takes a program, the 65th
    is refused."""
    f = door.compile(lambda s: re.findall("[0-9]", s))
    return [f(str(i)) for i in range(66)]


class Tagged(typing.NamedTuple):
    kind: Kind


@limit(differs(), lambda: ("a",))
def text_of_a_named_tuple_with_an_enum(s):
    """A member of an enum that only run time knows has the text of a plain object in a named tuple or dataclass."""
    return str(Tagged(Kind(s)))
