"""Comparisons of ints with floats, past what a float represents."""

import torch
from language.harness import case

T = torch.tensor


def compared(n, f):
    return (
        [n == f, n != f, n < f, n <= f, n > f, n >= f],
        [f == n, f != n, f < n, f <= n, f > n, f >= n],
        [n in [f], [n] == [f], {f: 1}.get(n), min(n, f)],
        [n == 9007199254740992.0, n > 9007199254740992.0, n > 0.5, f < 9007199254740993],
    )


def in_a_loop(n, x):
    count = 0
    limit = float(x)
    while n > limit and count < 4:
        n -= 1
        count += 1
    return count, n


CASES = [
    case(
        compared,
        lambda: [
            (2**53 + 1, float(2**53)),
            (2**53, float(2**53)),
            (3, 3.5),
            (-(2**53) - 1, -float(2**53)),
            (1, float("nan")),
            (2**63 - 1, float(2**63)),
            (-5, float("-inf")),
        ],
        straight=True,
    ),
    case(in_a_loop, lambda: [(2**53 + 1, T(2.0**53, dtype=torch.float64)), (1, T(5.0))]),
]
