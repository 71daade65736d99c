"""Artifacts: what `save` holds."""

import collections
import random
import typing

import torch
from torch import nn

from limits.entry import differs, prose, raises, refused, script


def cat(d):
    return torch.cat(list(d.values()))


@script(raises(TypeError))
def order_of_keys(door):
    """A loaded program serves dicts, and `**keywords`, of the orders that it was called with."""
    one, zero = torch.ones(1), torch.zeros(1)
    f = door.saved(cat, ({"a": one, "b": zero},))
    return f({"b": one, "a": zero})


class Pair(collections.namedtuple("Pair", ["a", "b"])):
    pass


class Numbers(typing.NamedTuple):
    a: float
    b: float


@script(raises(TypeError))
def numbers_in_a_named_tuple(door):
    """A loaded program serves named tuples of the numbers that it was called with."""
    return door.saved(lambda p: p.a + p.b, (Numbers(1.5, 2.5),))(Numbers(3.5, 4.5))


@script(differs())
def bytes_in_a_container(door):
    """`bytes` in a container of run time, as a result of a saved program, come back as their text."""
    return door.saved(lambda xs: [b"ab" if x > 0 else b"" for x in xs], ([1],))([1])


@script(raises(TypeError))
def text_for_json(door):
    """A saved program that gives a text to a regular expression or to `json.loads` answers that text only."""
    import re

    return door.saved(lambda s: re.findall("[0-9]", s), ("a1",))("b2")


@script(raises(TypeError))
def other_number_of_tensors(door):
    """A loaded program serves tuples, and lists of several types, of the lengths that it was called with."""
    return door.saved(lambda t: len(t), ((1, 2),))((1, 2, 3))


@script(differs())
def random_numbers_after_load(door):
    """A loaded program draws random numbers from the runtime's own generator."""
    f = door.saved(lambda x: x + torch.rand(3), (torch.zeros(3),))
    torch.manual_seed(3)
    return f(torch.zeros(3))


@script(differs())
def random_module_after_load(door):
    """A loaded program draws the numbers of `random` from the runtime's own generator."""
    f = door.saved(lambda x: x + random.random(), (torch.zeros(1),))
    random.seed(3)
    return f(torch.zeros(1))


@script(refused("LTH0307"))
def set_as_state(door):
    """A set, None that becomes something else, or a list or dict of several types, as state that a saved program keeps between calls."""

    class Seeing(nn.Module):
        def __init__(self):
            super().__init__()
            self.seen = set()

        def forward(self, n):
            self.seen.add(n)  # here
            return len(self.seen)

    return door.saved(Seeing(), (1,))(2)


@script(refused("LTH0307"))
def tensors_as_state_beside_one_that_is_written(door):
    """A list or dict of tensors that a saved program keeps between calls, where it also writes a tensor of before the call in place."""

    class Both(nn.Module):
        def __init__(self):
            super().__init__()
            self.held = [torch.zeros(1)]
            self.register_buffer("total", torch.zeros(1))

        def forward(self, x):
            self.total += x
            self.held.append(x + 1)  # here
            return self.held[-1], len(self.held)

    return door.saved(Both(), (torch.ones(1),))(torch.ones(1))


prose(
    __name__,
    "A lock of `threading` is not held by a saved program, which shares it with nobody.",
    "threads",
)


def text_or_number(x):
    if x == 0:
        return "zero"
    return x.upper() if isinstance(x, str) else x


@script(raises(TypeError))
def text_that_was_compared(door):
    """A text that was compared with a number before another text came is a constant of its program in a file."""
    return door.saved(text_or_number, (3,), ("abc",), ("de",))("de")


@script(raises(TypeError))
def elements_that_are_not_read(door):
    """A container that a program does not look into takes elements of the types of its first call in a file."""
    return door.saved(lambda x: [x], ({"a": 1},), ({"a": "s"},))({"a": "s"})
