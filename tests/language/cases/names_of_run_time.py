"""getattr, setattr and hasattr where only run time knows the name."""

from collections import namedtuple

from language.harness import case
import torch

T = torch.tensor


class Box:
    kind = "box"

    def __init__(self):
        self.a, self.b, self.c = 1, 2, 3

    @property
    def double(self):
        return self.a * 2


class Guarded:
    def __init__(self):
        self.x = 1.5

    def __getattr__(self, name):
        return "no " + name


def in_a_loop(n):
    box, out = Box(), []
    for i in range(n):
        name = "abc"[i % 3]
        setattr(box, name, getattr(box, name) + i)
        out.append(getattr(box, name))
    return out, box.a, box.b, box.c


def one_of_two(x):
    box = Box()
    name = "a" if x.sum() > 0 else "b"
    setattr(box, name, 10)
    return getattr(box, name), box.a, box.b, hasattr(box, name)


def from_a_list(n):
    return getattr(Box(), ["a", "double", "kind", "zz"][n])


def with_default(text):
    box, found = Box(), []
    for name in text.split():
        found.append((getattr(box, name, None), hasattr(box, name)))
    return found


def fallback(text):
    return [getattr(Guarded(), name) for name in text.split(",")]


class Machine:
    def __init__(self):
        self.state, self.log = "idle", []

    def on_idle(self, event):
        return "run" if event == "start" else None

    def on_run(self, event):
        return "idle" if event == "stop" else None

    def feed(self, events):
        for event in events:
            following = getattr(self, "on_" + self.state)(event)
            if following:
                self.log.append(f"{self.state}->{following}")
                self.state = following
        return self


def known_beginning(events):
    machine = Machine().feed(events)
    return machine.log, getattr(machine, f"on_{machine.state}")("stop")


CASES = [
    case(known_beginning, lambda: [(["start", "stop"],), ([],), (["start", "x"],)]),
    case(in_a_loop, lambda: [(5,), (0,)]),
    case(one_of_two, lambda: [(T(1.0),), (T(-1.0),)]),
    case(from_a_list, lambda: [(i,) for i in range(4)]),
    case(with_default, lambda: [("a zz kind",), ("double",), ("",)]),
    case(fallback, lambda: [("x,y",), ("z",)]),
]
