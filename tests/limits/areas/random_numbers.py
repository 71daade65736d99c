"""Random numbers."""

import copy

import torch

from limits.entry import limit, prose, refused

GENERATOR = torch.Generator().manual_seed(3)


@limit(refused("LTH0502"), lambda: (3,))
def generator_of_the_caller(n):
    """A `torch.Generator` of the caller's."""
    return torch.rand(n, generator=GENERATOR)  # here


@limit(refused("LTH0302"), lambda: (3,))
def copy_of_a_generator(n):
    """`copy.copy` of a generator of random numbers."""
    return copy.copy(GENERATOR).initial_seed() + n  # here


prose(
    __name__,
    "Random numbers of a loaded program, of torch and of the module `random`, come from the runtime's own generator.",
    "the generator is seeded by the system",
)
