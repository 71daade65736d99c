"""Members of enums of numbers and texts, and instances of their subclasses, meet plain values."""

import enum

from language.harness import case


class Mode(str, enum.Enum):  # noqa: UP042
    TRAIN = "train"
    TEST = "test"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Whole(int):
    pass


NAMES = {Level.LOW: "low", 2: "high"}


def looked_up(s, n):
    rates = {"train": 1, "test": 2}
    mode, level = Mode(s), Level(n)
    name = NAMES[1] if n > 1 else NAMES.get(Level.HIGH)
    return rates[mode], mode in {"train"}, name, rates.get(level, "no")


def constants(n):
    kinds = {Mode.TRAIN: 5, Level.HIGH: 6}
    if n > 1:
        return kinds["train"] + n, kinds.get(2), Mode.TEST in kinds
    return [10, 20, 30][Level.LOW], (1, 2, 3)[: Level.HIGH], "%s %d" % (Level.LOW, Level.HIGH)  # noqa: UP031


def compared(v):
    return "one" if v == 1 else "none", v + 1, bool(v), f"{v}", v in {1: 2}


CASES = [
    case(looked_up, lambda: [("train", 1), ("test", 2)], artifact=False),
    case(constants, lambda: [(1,), (2,)]),
    case(compared, lambda: [(Whole(1),), (Whole(0),), (Whole(1),)], artifact=False),
]
