"""What a class says as an object of its metaclass: missing attributes, comparison; calls of enums with what no member
has; numbers and texts of NumPy where a text or a real number is asked for."""

from language.harness import case
import enum

import numpy as np
import torch


class Meta(type):
    def __getattr__(cls, name):
        if name.startswith("no"):
            raise AttributeError("none of " + name)
        return cls.__name__ + "." + name

    def __eq__(cls, other):
        return isinstance(other, int) and other > 3

    def __hash__(cls):
        return 3

    def __lt__(cls, other):
        return "less"


class Table(metaclass=Meta):
    known = 1


class Row(Table):
    pass


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Nothing(enum.Enum):
    pass


TEXT = np.str_("ab")


def missing(x):
    given = Table if x.sum() > 0 else Row
    return Table.known, Table.other, given.last, hasattr(Table, "nobody"), hasattr(Row, "body"), getattr(Row, "nose", x)


def raised(x):
    return Table.known if x.sum() > 0 else Table.nobody


def compared(x):
    return Table == 5, Row != 5, Table == 2, Table != Row, Table < 3, {Table: x}[Table], Color == Nothing, int == Table


def attribute_of_enum(x):
    try:
        return Color.RED.value if x.sum() > 0 else Color.BLUE
    except AttributeError as missed:
        return str(missed)


def member_of_tensor(x):
    try:
        return Color(x) if x.sum() > 0 else Nothing(1)
    except (ValueError, TypeError) as mistake:
        return type(mistake), str(mistake)


def joined(x):
    return "-".join([TEXT, "c"]) if x.sum() > 0 else "+".join([TEXT])


def ones(sign=1):
    return sign * torch.ones(2)


CASES = [
    case(f, lambda: [(ones(),), (ones(-1),)], artifact=False, straight=f is compared)
    for f in (missing, raised, compared, attribute_of_enum, member_of_tensor, joined)
]
