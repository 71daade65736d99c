"""Results that are parts of constants of a program, which outlive it and may be written."""

import gc

import numpy as np
import torch
from torch import nn

from plain_use.row import steps

TABLE = np.arange(24.0).reshape(2, 3, 4)


def cube():
    return np.arange(24.0).reshape(2, 3, 4)


def used_again():
    """Takes memory that was just given back."""
    gc.collect()
    return [np.arange(24.0) + 7 for _ in range(50)]


@steps()
def part_of_an_array_outlives_the_program(door):
    part = door.compile(lambda a: a[:, :, 0])(cube())
    used_again()
    return part.tolist()


@steps()
def parts_of_a_global_array_outlive_the_program(door):
    parts = door.compile(lambda: (TABLE[0], TABLE[1, 1:], TABLE[..., 2]))()
    used_again()
    return [part.tolist() for part in parts]


@steps()
def written_part_of_an_array(door):
    """A constant of the program stays what it is."""
    f = door.compile(lambda a: a[0] if a.sum() > 0 else a[1])
    f(cube())[...] = -1.0
    return f(cube()).tolist()


@steps()
def part_of_a_buffer_outlives_the_program(door):
    class Table(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("table", torch.arange(8.0).reshape(2, 4))

        def forward(self, i):
            return self.table[i], self.table[i, 1:]

    parts = door.compile(Table().eval())(1)
    used_again()
    return [part.tolist() for part in parts]
