"""Enums."""

import enum
import json

from limits.entry import limit, refused


class Mode(str, enum.Enum):
    TRAIN = "train"
    TEST = "test"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Word(enum.StrEnum):
    YES = "yes"


@limit(refused("LTH0300"), lambda: (1,))
def enum_with_methods(n):
    """An enum with methods that the program makes."""

    class Color(enum.Enum):  # here
        RED = 1

        def twice(self):
            return self.value * 2

    return Color.RED.twice() + n


@limit(refused("LTH0304"), lambda: ("yes",))
def json_of_a_word(s):
    """`json.dumps` of a StrEnum that only run time knows."""
    return json.dumps({"p": Word(s)})  # here
