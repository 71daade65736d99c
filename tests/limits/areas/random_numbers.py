"""Random numbers."""

import torch

from limits.entry import limit, prose, raises, refused, script

GENERATOR = torch.Generator().manual_seed(3)


@limit(raises(OverflowError), lambda: (-3,))
def seed_past_63_bits(seed):
    """`initial_seed()` of a generator whose seed takes 64 bits, such as that of a negative one."""
    return torch.Generator().manual_seed(seed).initial_seed()


@script(refused("LTH0502"))
def saved_generator_of_before(door):
    """A saved program that draws from a `torch.Generator` or `random.Random` of before the call."""
    return door.saved(lambda n: torch.rand(n, generator=GENERATOR), (3,))  # here


@script(refused("LTH0317"))
def saved_generator_as_a_result(door):
    """A saved program that gives back a generator which it has made."""
    return door.saved(lambda n: torch.Generator().manual_seed(n), (3,))  # here


prose(
    __name__,
    "Random numbers of a loaded program, of torch and of the module `random`, come from the runtime's own generator, unless it seeds one.",
    "the generator is seeded by the system",
)
