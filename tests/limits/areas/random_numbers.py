"""Random numbers."""

import torch

from limits.entry import differs, limit, prose, refused

GENERATOR = torch.Generator().manual_seed(3)


@limit(differs(), lambda: (4,))
def uniform_of_half(n):
    """`torch.rand`, `uniform_` and `xavier_uniform_` of float16 and bfloat16 are other numbers under one seed."""
    x = torch.rand(n, dtype=torch.float16)
    y = torch.empty(n, n, dtype=torch.bfloat16).uniform_()
    return (
        x,
        y,
        torch.nn.init.xavier_uniform_(torch.empty(n, n, dtype=torch.float16)),
        torch.rand(1),
    )


@limit(differs(), lambda: (16,))
def normal_of_half(n):
    """`randn`, `normal_` and `randn_like` of 16 and more elements of float16 and bfloat16 are other numbers, and
    leave the generator at another place."""
    x = torch.randn(n, dtype=torch.bfloat16)
    y = torch.empty(n, dtype=torch.float16).normal_(1, 2)
    return x, y, torch.randn_like(y), torch.rand(1)


@limit(refused("LTH0502"), lambda: (3,))
def generator_of_the_caller(n):
    """A `torch.Generator` of the caller's."""
    return torch.rand(n, generator=GENERATOR)  # here


prose(
    __name__,
    "Random numbers of a loaded program, of torch and of the module `random`, come from the runtime's own generator.",
    "the generator is seeded by the system",
)
