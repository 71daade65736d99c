"""Numbers that a dtype can hold or not, in masks, fills and comparisons."""

import torch

from plain_use.row import same

HALF, BRAIN, INT8, UINT8 = torch.float16, torch.bfloat16, torch.int8, torch.uint8
NEGATIVE = -1e9


def told(work, *arguments):
    try:
        return work(*arguments)
    except RuntimeError as e:
        return str(e)


@same(lambda: (torch.ones(2, dtype=HALF), torch.tensor([True, False])))
def mask_of_halves(x, m):
    """`masked_fill` of float16 with a number that it cannot hold."""
    return told(lambda: x.masked_fill(m, NEGATIVE))


@same(lambda: (torch.ones(2, dtype=HALF), torch.tensor([True, False])))
def mask_of_halves_in_place(x, m):
    """`masked_fill_` of float16 with a number that it cannot hold."""
    return told(lambda: x.masked_fill_(m, -1e9)), told(lambda: x.masked_fill_(m, 70000))


@same(lambda: (torch.ones(2, dtype=BRAIN), torch.tensor([True, False])))
def mask_of_bfloat16(x, m):
    """`masked_fill` of bfloat16 with numbers that it can and cannot hold."""
    return (
        x.masked_fill(m, -1e9),
        told(lambda: x.masked_fill(m, 1e39)),
        x.masked_fill(m, float("-inf")),
    )


@same(lambda: (torch.ones(2, dtype=HALF), torch.tensor([True, False])))
def infinite_mask_of_halves(x, m):
    """`masked_fill` of float16 with infinity, NaN and its least number."""
    least = torch.finfo(x.dtype).min
    return (
        x.masked_fill(m, float("-inf")),
        x.masked_fill(m, float("nan")),
        x.masked_fill(m, least),
        least,
    )


@same(lambda: (torch.ones(2), torch.tensor([True, False])))
def mask_of_floats(x, m):
    """`masked_fill` of float32 with a number of double only."""
    return told(lambda: x.masked_fill(m, 1e39)), x.masked_fill(m, -1e38)


@same(lambda: (torch.ones(2, dtype=INT8), torch.tensor([True, False])))
def mask_of_bytes(x, m):
    """`masked_fill` of int8 with a number that it cannot hold, and with a float."""
    return told(lambda: x.masked_fill(m, 300)), told(lambda: x.masked_fill(m, 1.5))


@same(lambda: (torch.ones(2, dtype=HALF), torch.tensor([True, False])))
def where_of_halves(x, m):
    """`where` of float16 and a number that it cannot hold."""
    return torch.where(m, x, NEGATIVE), torch.where(m, 1e5, x), torch.where(m, x, float("-inf"))


@same(lambda: (torch.ones(2, dtype=INT8), torch.tensor([True, False])))
def where_of_bytes(x, m):
    """`where` of int8 and numbers."""
    return torch.where(m, x, 3), torch.where(m, x, 1.5).dtype, torch.where(m, 1, 300).dtype


@same(lambda: (torch.ones(2, dtype=HALF),))
def full_of_halves(x):
    """`full_like` of float16 with a number that it cannot hold, and `new_tensor`."""
    return told(lambda: torch.full_like(x, 1e9)), x.new_tensor(-1e9), x.new_tensor([1e5])


@same(lambda: (-1e9,))
def tensor_of_halves(v):
    """`torch.tensor` of float16 of a number that it cannot hold is infinite."""
    return (
        torch.tensor(v, dtype=HALF),
        torch.tensor([1e5], dtype=HALF),
        torch.scalar_tensor(v, dtype=HALF),
    )


@same(lambda: (torch.ones(2, dtype=HALF),))
def write_past_half(x):
    """`x[0] = -1e9` of float16."""

    def write():
        x[0] = -1e9

    return told(write), x


@same(lambda: (torch.ones(2, dtype=HALF),))
def arithmetic_past_half(x):
    """Arithmetic of float16 with numbers that it cannot hold."""
    return x + 1e5, x * -1e9, x - 1e9, x / 1e-9, x < 1e9, x == 1e9, x > -1e9


@same(lambda: (torch.ones(2, dtype=HALF) * 1000, torch.ones(2, 2, dtype=HALF)))
def attention_mask_of_halves(x, scores):
    """A mask of attention in float16 with its least number."""
    mask = torch.triu(torch.full((2, 2), float("-inf"), dtype=scores.dtype), 1)
    return (scores + mask).softmax(-1), scores.masked_fill(
        mask != 0, torch.finfo(scores.dtype).min
    ).softmax(-1)


@same(lambda: (torch.tensor([100, -100], dtype=INT8),))
def arithmetic_of_bytes(x):
    """Arithmetic of int8 with numbers that it cannot hold wraps."""
    return x + 300, x * 300, x - 300, x + 100, x // 3, -x, x & 0xFF, x | 1


@same(lambda: (torch.tensor([100, 200], dtype=UINT8),))
def arithmetic_of_unsigned_bytes(x):
    """Arithmetic of uint8 with numbers that it cannot hold wraps."""
    return x + 300, x - 201, x * 2, x + (-1), x ^ 0x1FF


@same(lambda: (torch.tensor([100, -100], dtype=INT8),))
def comparisons_of_bytes(x):
    """Comparisons of int8 with numbers that it cannot hold."""
    return x == 356, x < 300, x > -300, x != 100, x >= 2**40, x < 100.5


@same(lambda: (torch.tensor([100, 200], dtype=UINT8),))
def comparisons_of_unsigned_bytes(x):
    """Comparisons of uint8 with negative and large numbers."""
    return x == -156, x > -1, x < 256, x == 456, x >= 0, x != -1


@same(lambda: (torch.tensor([2**31 - 1], dtype=torch.int32),))
def arithmetic_of_int32(x):
    """Arithmetic of int32 with numbers that it cannot hold."""
    return x + 1, x * 2, x + 2**40, x < 2**40, x == 2**40, x.sum() + 1


@same(lambda: (torch.tensor([True, False]),))
def bools_and_numbers(x):
    """A tensor of bools and numbers."""
    return x + 300, x == 2, x * 1.5, x.masked_fill(x, 3), x | True, x.to(INT8) - 1


@same(lambda: (300, torch.zeros(2, dtype=INT8)))
def scalars_of_run_time(n, x):
    """A number of run time that int8 cannot hold, in arithmetic and comparisons."""
    return x + n, x < n, x == n, x * n, x - n


@same(lambda: (torch.tensor([300.7, -5.5, 1e10, 70000.0]),))
def conversions(x):
    """Conversions of floats to float16 and back."""
    return x.half(), x.bfloat16(), x.half().float(), x[:2].int(), x[:2].to(torch.int16)


@same(lambda: (torch.tensor([300, -5, 127]),))
def conversions_of_ints(x):
    """Conversions of ints to smaller ones wrap."""
    return x.to(INT8), x.to(UINT8), x.byte(), x.char(), x.short(), x.bool()


@same(lambda: (300,))
def tensors_of_a_dtype(n):
    """`torch.tensor(...).to(dtype)` and `arange` of a dtype."""
    return (
        torch.tensor([n]).to(INT8),
        torch.tensor(n, dtype=torch.int16),
        torch.tensor([127], dtype=INT8),
    )


@same(lambda: (torch.zeros(2, dtype=INT8),))
def fits_at_the_edge(x):
    """Numbers at the edge of what a dtype can hold."""
    x[0] = 127
    x[1] = -128
    return (
        x,
        x.clamp(-128, 127),
        torch.full((1,), 127, dtype=INT8),
        torch.full((1,), 65504.0, dtype=HALF),
    )
