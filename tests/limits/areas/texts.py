"""Texts and printing."""

import datetime
import enum
import re
import typing

import torch

from limits.entry import limit, raises, refused, script

DATE = datetime.date(2020, 1, 1)


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Ordered(dict):
    def __repr__(self):
        return "Ordered"


@limit(refused("LTH0301"), lambda: (torch.ones(2, requires_grad=True),))
def text_of_a_result(x):
    """The text of a tensor that requires a gradient, where its node has another name in eager (of normalisations, `linear`
    of a vector) or only a path tells it; print `.item()` or `.detach()` of it."""
    return str(torch.nn.functional.layer_norm(x, (2,)))  # here


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
    return door.compile(lambda s: s + "a")("\ud800")  # here


@limit(refused("LTH0302"), lambda: (5,))
def bytes_made_at_run_time(n):
    """`bytes` and `bytearray` that are made at run time."""
    return bytes([n])  # here


@script(refused("LTH0318"))
def regular_expression(door):
    """A text that is given to a regular expression or to `json.loads` is a constant: each takes a program, the ninth
    is refused."""
    f = door.compile(lambda s: re.findall("[0-9]", s))  # here
    return [f(str(i)) for i in range(66)]


class Tagged(typing.NamedTuple):
    kind: Kind


@limit(refused("LTH0301"), lambda: (1,))
def print_option_of_run_time(n):
    """A print option of `torch.set_printoptions` that only run time knows."""
    torch.set_printoptions(precision=n)
    return str(torch.ones(1))  # here


@limit(refused("LTH0302"), lambda: (1,))
def text_of_a_function(n):
    """The text of a function, method or partial that the program makes: it holds an address."""
    return str(lambda: n)  # here
