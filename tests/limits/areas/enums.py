"""Enums."""

import enum
import json

from limits.entry import differs, limit, raises, refused


class Mode(str, enum.Enum):
    TRAIN = "train"
    TEST = "test"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Word(enum.StrEnum):
    YES = "yes"


@limit(differs(None), lambda: ("train",))
def member_looks_up_its_text(s):
    """A member of a `(str, Enum)`, StrEnum or IntEnum, and the plain value, are different keys in dicts and sets."""
    return {"train": 1}.get(Mode(s))


@limit(raises(KeyError), lambda: (Mode.TRAIN,))
def member_as_an_argument_looks_up_its_text(m):
    """A member of a `(str, Enum)` as an argument does not find its text as a key."""
    return {"train": 1}[m]


@limit(differs(False), lambda: (Mode.TRAIN,))
def member_in_a_set_of_texts(m):
    """A member of a `(str, Enum)` is not found in a set of plain texts."""
    return m in {"train", "test"}


@limit(raises(TypeError), lambda: (1,))
def sorted_members(n):
    """`sorted` of members of an IntEnum that only run time knows raises TypeError."""
    return sorted([Level.HIGH, Level(n)])


@limit(raises(TypeError), lambda: (1,))
def member_as_an_index(n):
    """A member of an IntEnum that only run time knows, as an index, raises TypeError."""
    return [10, 20, 30][Level(n)]


@limit(differs(), lambda: (1,))
def json_of_a_member(n):
    """`json.dumps` of a member of an IntEnum that only run time knows writes its `repr`."""
    return json.dumps({"p": Level(n)})


@limit(differs(), lambda: (1,))
def text_of_an_int_enum(n):
    """`"{}".format(m)` of a member that only run time knows has the text of a plain object."""
    return "{}".format(Level(n))


@limit(refused("LTH0300"), lambda: (1,))
def enum_with_methods(n):
    """An enum with methods that the program makes."""

    class Color(enum.Enum):  # here
        RED = 1

        def twice(self):
            return self.value * 2

    return Color.RED.twice() + n


@limit(refused("LTH0502"), lambda: ([1, 2, 3], 1))
def member_as_a_bound(xs, n):
    """A member of an IntEnum that only run time knows, as a bound of a slice."""
    return xs[: Level(n)]  # here


@limit(refused("LTH0304"), lambda: ("yes",))
def json_of_a_word(s):
    """`json.dumps` of a StrEnum that only run time knows."""
    return json.dumps({"p": Word(s)})
