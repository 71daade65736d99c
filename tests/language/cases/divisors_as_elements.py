"""A divisor is zero in the dtype that divides: 256 is 0 as an int8, and 300 is 44."""

import torch

from language.harness import case


def remainder(x, n):
    return x % n


def floor(x, n):
    return x // n, torch.div(x, n, rounding_mode="trunc")


def of_a_tensor(x, n):
    return torch.remainder(x, torch.tensor(n)), torch.fmod(x, n)


def in_place(x, n):
    x %= n
    return x


def of_run_time(x, n):
    kinds = [x, 3, 2.5]
    total = 0
    for kind in range(2):
        total = kinds[kind] % n + kinds[kind] // n + total
    return total


def bytes_of(*values, dtype):
    return torch.tensor(values, dtype=torch.int64).to(dtype)


def calls():
    return [
        (bytes_of(5, -7, 100, 44, dtype=dtype), divisor)
        for dtype in (torch.int8, torch.uint8, torch.int16, torch.int64)
        for divisor in (3, 256, 300, 0, 65536)
    ]


CASES = [case(fn, calls, straight=True) for fn in (remainder, floor, of_a_tensor, in_place, of_run_time)]
