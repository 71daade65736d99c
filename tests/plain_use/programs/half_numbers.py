"""Half precision with numbers that it cannot hold: eager rounds the number, or a tensor of it, in places of its own."""

import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same

T = torch.tensor
HALF, BRAIN = torch.float16, torch.bfloat16


def tenths(dtype):
    return lambda: (T([0.1, 0.7, 2.7, -1.0, 2048.0], dtype=dtype), 0.1)


def _with_numbers(x, k):
    return (
        x == k,
        x >= k,
        x - k,
        k - x,
        x + k,
        torch.rsub(x, k),
        x % k,
        x.fmod(k),
        k in x,
        torch.isin(x, k),
    )


@same(tenths(HALF))
def halves_and_a_number(x, k):
    return _with_numbers(x, k)


@same(tenths(BRAIN))
def bfloat16_and_a_number(x, k):
    return _with_numbers(x, k)


@same(tenths(BRAIN))
def bfloat16_and_written_numbers(x, k):
    return (
        x == 0.1,
        x >= 0.7,
        x - 0.1,
        x % 0.3,
        F.hardshrink(x, 0.1),
        torch.full_like(x, 0.1) == 0.1,
    )


@same(tenths(HALF))
def halves_and_written_numbers(x, k):
    return x == 2049, 2049 in x, 0.1 - x, F.hardshrink(x, 0.1), torch.full_like(x, 0.1) == 0.1


@same(lambda: (T([-1.0, 2.0], dtype=BRAIN),))
def mask_of_bfloat16(x):
    masked = x.masked_fill(x < 0, -1e9)
    return masked == -1e9


@same(tenths(HALF))
def halves_and_a_tensor_without_dimensions(x, k):
    return x * T(0.1), x / T(0.1), x // T(0.1), T(0.1) / x, T(0.1) // x


@same(tenths(BRAIN))
def bfloat16_and_a_tensor_without_dimensions(x, k):
    return x * T(0.1), x / T(0.1), x // T(0.1), T(0.1) / x, T(0.1) // x


@same(lambda: (0,))
def weights_of_half_precision(seed):
    torch.manual_seed(seed)
    made = [
        nn.init.kaiming_normal_(torch.empty(6, 5, dtype=HALF)),
        nn.init.trunc_normal_(torch.empty(6, 5, dtype=BRAIN), std=0.02),
        nn.init.xavier_uniform_(torch.empty(6, 5, dtype=BRAIN)),
        torch.randn(16, dtype=BRAIN),
    ]
    return made, torch.rand(1)


@same(lambda: (-1e9,))
def halves_filled_with_a_large_number(v):
    return torch.full((1,), -1e9, dtype=HALF), torch.full((1,), v, dtype=HALF)


@same(lambda: (T([-1.0, 2.0]).half(),))
def random_slopes_of_half(x):
    """Eager has no kernel for it in training."""
    return F.rrelu(x, training=True)


@same(lambda: (T([-1.0, 2.0]),))
def one_random_slope(x):
    return (
        F.rrelu(x, 0.25, 0.25, training=True),
        F.rrelu(x.bfloat16(), 0.25, 0.25, training=True),
        F.rrelu(x.half()),
    )
