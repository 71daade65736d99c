"""Texts and printing."""

import datetime
import enum
import re
import typing

import torch

from limits.entry import CRASHES, differs, limit, raises, refused, script

DATE = datetime.date(2020, 1, 1)


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Ordered(dict):
    def __repr__(self):
        return "Ordered"


@limit(raises(TypeError), lambda: (torch.tensor(0.5),))
def percent_of_a_tensor(x):
    """A single tensor at the right of `%` raises TypeError; `% (x,)` works."""
    return "loss %.4f" % x


@limit(differs("missing: a"), lambda: ("a",))
def percent_of_an_exception(k):
    """A single exception at the right of `%` is formatted as the tuple of its arguments."""
    try:
        raise KeyError(k)
    except KeyError as e:
        return "missing: %s" % e


@limit(differs("{'a': 1}"), lambda: (1,))
def percent_of_a_dict_subclass(n):
    """A single instance of a subclass of dict at the right of `%` has the text of a plain dict."""
    import collections

    return "%s" % collections.OrderedDict(a=n)


@limit(CRASHES, lambda: (torch.ones(3),))
def text_of_a_named_result(x):
    """The text of a named result (`x.max(0)`, `x.sort()` …) crashes; index or unpack it first."""
    return str(x.max(0))


@limit(CRASHES, lambda: ((1, 2),))
def text_of_a_tuple_subclass(x):
    """The text of an instance of a subclass of tuple without a `__repr__` crashes."""

    class T(tuple):
        pass

    return str(T(x))


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


@script(raises(UnicodeEncodeError))
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
