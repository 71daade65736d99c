"""json.dumps, int.__repr__ and float.__repr__ of members and numbers of classes of their own that run time knows."""

import enum
import json

from language.harness import case


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Share(float):
    pass


def dumped(n):
    level = Level(n)
    return (
        json.dumps({"level": level}) + json.dumps([level, n]),
        int.__repr__(level),
        float.__repr__(Share(n / 2)),
    )


CASES = [case(dumped, lambda: [(1,), (2,), (1,)], straight=True)]
