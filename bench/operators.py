"""python -m bench.operators [PATTERN]: single operators beside eager, over sizes, one thread.

Each cell is eager's time over Lith's, so below 1 is slower than eager. Times are of the processor,
which other load on the machine disturbs least, and the best of several in turns.
"""

from __future__ import annotations

import argparse
import functools
import re
import sys
from collections.abc import Callable

import torch
from torch.nn import functional as F

import lith
from bench.__main__ import in_turns

SIZES = (100, 10_000, 1_000_000)


def flat(size: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    x = torch.rand(size, generator=torch.Generator().manual_seed(0)) + 0.5
    return (x * 100).to(dtype) if not dtype.is_floating_point else x.to(dtype)


def square(size: int) -> torch.Tensor:
    side = max(2, int(size**0.5))
    return flat(side * side).reshape(side, side)


def batch(size: int) -> torch.Tensor:
    side = max(2, int((size / 4) ** 0.5))
    return flat(4 * side * side).reshape(4, side, side)


def numbers(size: int) -> torch.Tensor:
    return flat(size, torch.int64)


def halves(size: int) -> torch.Tensor:
    return flat(size, torch.bfloat16)


def narrow(size: int, columns: int) -> torch.Tensor:
    return flat(max(1, size // columns) * columns).reshape(-1, columns)


def waves(size: int) -> torch.Tensor:
    return torch.complex(flat(size), flat(size))


def put_rows(x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    y = x + 1
    y[index % y.shape[0]] = 0.0
    return y


def put_where(x: torch.Tensor) -> torch.Tensor:
    y = x + 1
    y[x > 1] *= 2
    return y


# name: (function, makers of its arguments from a size)
Maker = Callable[[int], torch.Tensor]
OPERATORS: dict[str, tuple[Callable[..., object], tuple[Maker, ...]]] = {
    "add": (lambda x, y: x + y, (flat, flat)),
    "mul scalar": (lambda x: x * 2.5, (flat,)),
    "div": (lambda x, y: x / y, (flat, flat)),
    "add rows": (lambda x, y: x + y[0], (square, square)),
    "add columns": (lambda x, y: x + y[:, :1], (square, square)),
    "mul short rows": (lambda x: x[:, :1] * x, (lambda n: narrow(n, 8),)),
    "mul rows of 64": (lambda x: x[:, :1] * x, (lambda n: narrow(n, 64),)),
    "mul complex": (lambda x, y: x * y, (waves, waves)),
    "add int64": (lambda x, y: x + y, (numbers, numbers)),
    "mul int64": (lambda x, y: x * y, (numbers, numbers)),
    "floor_divide int64": (lambda x: x // 7, (numbers,)),
    "remainder": (lambda x, y: x % y, (flat, flat)),
    "fmod": (torch.fmod, (flat, flat)),
    "add bfloat16": (lambda x, y: x + y, (halves, halves)),
    "gt": (lambda x, y: x > y, (flat, flat)),
    "where": (lambda x, y: torch.where(x > y, x, y), (flat, flat)),
    "clamp": (lambda x: x.clamp(0.6, 1.2), (flat,)),
    "relu": (torch.relu, (flat,)),
    "exp": (torch.exp, (flat,)),
    "log": (torch.log, (flat,)),
    "sqrt": (torch.sqrt, (flat,)),
    "rsqrt": (torch.rsqrt, (flat,)),
    "tanh": (torch.tanh, (flat,)),
    "sigmoid": (torch.sigmoid, (flat,)),
    "gelu": (F.gelu, (flat,)),
    "gelu tanh": (lambda x: F.gelu(x, approximate="tanh"), (flat,)),
    "silu": (F.silu, (flat,)),
    "softplus": (F.softplus, (flat,)),
    "sin": (torch.sin, (flat,)),
    "erf": (torch.erf, (flat,)),
    "asin": (lambda x: torch.asin(x * 0.5), (flat,)),
    "atan2": (torch.atan2, (flat, flat)),
    "sinh": (torch.sinh, (flat,)),
    "acosh": (lambda x: torch.acosh(x + 1), (flat,)),
    "pow 2": (lambda x: x**2, (flat,)),
    "pow 1.7": (lambda x: x**1.7, (flat,)),
    "pow": (lambda x, y: x**y, (flat, flat)),
    "to bfloat16": (lambda x: x.to(torch.bfloat16), (flat,)),
    "to int64": (lambda x: x.to(torch.int64), (flat,)),
    "int64 to float": (lambda x: x.to(torch.float32), (numbers,)),
    "to double": (lambda x: x.double(), (flat,)),
    "sum": (torch.sum, (flat,)),
    "sum rows": (lambda x: x.sum(1), (square,)),
    "sum columns": (lambda x: x.sum(0), (square,)),
    "sum int64": (torch.sum, (numbers,)),
    "mean": (torch.mean, (flat,)),
    "max": (lambda x: x.max(), (flat,)),
    "max rows": (lambda x: x.max(1), (square,)),
    "argmax": (torch.argmax, (flat,)),
    "argmax rows": (lambda x: x.argmax(1), (square,)),
    "argmax bfloat16 rows": (lambda x: x.argmax(1), (lambda n: square(n).bfloat16(),)),
    "min columns": (lambda x: x.min(0), (square,)),
    "argmax columns": (lambda x: x.argmax(0), (square,)),
    "any": (lambda x: (x > 9).any(), (flat,)),
    "sum apart": (lambda x: x.sum((0, 2)), (batch,)),
    "std": (torch.std, (flat,)),
    "norm": (torch.norm, (flat,)),
    "prod": (torch.prod, (flat,)),
    "logsumexp": (lambda x: x.logsumexp(1), (square,)),
    "softmax": (lambda x: x.softmax(-1), (square,)),
    "softmax rows of 50": (lambda x: x.softmax(-1), (lambda n: narrow(n, 50),)),
    "log_softmax rows of 50": (lambda x: x.log_softmax(-1), (lambda n: narrow(n, 50),)),
    "layer_norm rows of 50": (lambda x: F.layer_norm(x, (50,)), (lambda n: narrow(n, 50),)),
    "sum rows of 50": (lambda x: x.sum(-1), (lambda n: narrow(n, 50),)),
    "max rows of 3": (lambda x: x.max(-1), (lambda n: narrow(n, 3),)),
    "cross_entropy": (
        lambda x: F.cross_entropy(x, torch.zeros(x.shape[0], dtype=torch.int64)),
        (lambda n: narrow(n, 100),),
    ),
    "softmax columns": (lambda x: x.softmax(0), (square,)),
    "log_softmax": (lambda x: x.log_softmax(-1), (square,)),
    "layer_norm": (lambda x: F.layer_norm(x, (x.shape[-1],)), (square,)),
    "layer_norm of planes": (
        lambda x: F.layer_norm(x, x.shape[1:]),
        (lambda n: flat(n // 20 * 20).reshape(4, 5, -1),),
    ),
    "cumsum": (lambda x: x.cumsum(0), (flat,)),
    "cumsum rows": (lambda x: x.cumsum(1), (square,)),
    "cumsum columns": (lambda x: x.cumsum(0), (square,)),
    "clone": (torch.clone, (flat,)),
    "transpose copy": (lambda x: x.t().contiguous(), (square,)),
    "permute copy": (
        lambda x: x.reshape(2, 5, -1).permute(1, 0, 2).contiguous(),
        (lambda n: flat(n // 10 * 10),),
    ),
    "add transposed": (lambda x, y: x + y.t(), (square, square)),
    "cat": (lambda x, y: torch.cat([x, y]), (flat, flat)),
    "cat columns": (lambda x, y: torch.cat([x, y], 1), (square, square)),
    "stack": (lambda x, y: torch.stack([x, y], -1), (flat, flat)),
    "strided slice": (lambda x: x[::2].contiguous(), (flat,)),
    "repeat": (lambda x: x.repeat(2, 2), (square,)),
    "flip": (lambda x: x.flip(0), (flat,)),
    "roll": (lambda x: x.roll(3), (flat,)),
    "roll rows": (lambda x: x.roll(3, 1), (square,)),
    "tril": (torch.tril, (square,)),
    "pad": (lambda x: F.pad(x, (1, 1, 1, 1)), (square,)),
    "index rows": (lambda x, i: x[i % x.shape[0]], (square, lambda n: numbers(int(n**0.5)))),
    "gather": (
        lambda x, i: x.gather(1, i),
        (square, lambda n: square(n).mul(100).long() % square(n).shape[1]),
    ),
    "gather rows": (
        lambda x, i: x.gather(0, (i % x.shape[0])[:, None].expand(-1, x.shape[1])),
        (square, lambda n: numbers(int(n**0.5))),
    ),
    "scatter_add rows": (
        lambda x, i: torch.zeros_like(x).scatter_add(0, (i % 9)[:, None].expand_as(x), x),
        (lambda n: narrow(n, 10), lambda n: numbers(n // 10)),
    ),
    "put rows": (put_rows, (square, lambda n: numbers(int(n**0.5)))),
    "put by mask": (put_where, (flat,)),
    "embedding_bag": (
        lambda w, i: F.embedding_bag(i % w.shape[0], w, mode="sum"),
        (lambda n: narrow(n, 64), lambda n: numbers(n // 64 * 20).reshape(-1, 20)),
    ),
    "masked select": (lambda x: x[x > 1], (flat,)),
    "nonzero": (lambda x: (x > 1).nonzero(), (flat,)),
    "masked_fill": (lambda x: x.masked_fill(x > 1, 0.0), (flat,)),
    "index_add": (
        lambda x, i: torch.zeros(128).index_add(0, i % 128, x),
        (flat, numbers),
    ),
    "scatter_add": (
        lambda x, i: torch.zeros(128).scatter_add(0, i % 128, x),
        (flat, numbers),
    ),
    "one_hot": (lambda i: F.one_hot(i % 10, 10), (numbers,)),
    "sort": (lambda x: x.sort(), (flat,)),
    "sort rows": (lambda x: x.sort(1), (square,)),
    "argsort": (torch.argsort, (flat,)),
    "topk": (lambda x: x.topk(5), (flat,)),
    "unique": (torch.unique, (numbers,)),
    "bincount": (torch.bincount, (numbers,)),
    "arange": (lambda x: torch.arange(x.shape[0]), (flat,)),
    "zeros": (lambda x: torch.zeros(x.shape[0]), (flat,)),
    "full_like": (lambda x: torch.full_like(x, 2.0), (flat,)),
    "matmul": (torch.matmul, (square, square)),
    "matmul transposed": (lambda x, y: x @ y.t(), (square, square)),
    "matmul left": (lambda x, y: x.t() @ y, (square, square)),
    "matmul complex": (
        torch.matmul,
        (
            lambda n: waves(n // 100 * 10).reshape(10, -1),
            lambda n: waves(n // 100 * 10).reshape(-1, 10),
        ),
    ),
    "matvec transposed": (lambda x, y: x.t() @ y[0], (square, square)),
    "matmul bfloat16": (
        lambda x, y: x @ y,
        (lambda n: square(n).bfloat16(), lambda n: square(n).bfloat16()),
    ),
    "matmul double": (
        lambda x, y: x @ y,
        (lambda n: square(n).double(), lambda n: square(n).double()),
    ),
    "matmul half": (
        lambda x, y: x @ y,
        (lambda n: square(n).half(), lambda n: square(n).half()),
    ),
    "matvec of many": (
        lambda x, y: x @ y,
        (
            lambda n: flat(n // 9 * 9).reshape(-1, 3, 3),
            lambda n: flat(n // 9 * 3).reshape(-1, 3, 1),
        ),
    ),
    "fft": (torch.fft.fft, (waves,)),
    "rfft of lines": (torch.fft.rfft, (lambda n: narrow(n, 100),)),
    "depthwise stride 2": (
        lambda x, w: F.conv2d(x, w, stride=2, padding=1, groups=x.shape[1]),
        (
            lambda n: flat(max(1, n // 196) * 196).reshape(1, -1, 14, 14),
            lambda n: flat(max(1, n // 196) * 9).reshape(-1, 1, 3, 3),
        ),
    ),
    "patches": (
        lambda x, w: F.conv2d(x, w, stride=8),
        (
            lambda n: flat(max(1, n // 3072) * 3072).reshape(-1, 3, 32, 32),
            lambda n: flat(64 * 192).reshape(64, 3, 8, 8),
        ),
    ),
    "matvec": (lambda x, y: x @ y[0], (square, square)),
    "vecmat": (lambda x, y: y[0] @ x, (square, square)),
    "bmm": (torch.bmm, (batch, batch)),
    "dot": (torch.dot, (flat, flat)),
    "outer": (
        torch.outer,
        (lambda n: flat(int(n**0.5)), lambda n: flat(int(n**0.5))),
    ),
    "einsum": (lambda x, y: torch.einsum("ij,kj->ik", x, y), (square, square)),
    "cdist": (
        lambda x, y: ((x[:, None] - y[None]) ** 2).sum(-1),
        (lambda n: flat(int(n**0.5) * 4).reshape(-1, 4),) * 2,
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--seconds", type=float, default=0.15, help="for each cell")
    options = parser.parse_args()
    torch.set_num_threads(1)
    lith.set_num_threads(1)
    slow = 0
    print(f"{'operator':22}" + "".join(f"{size:>26,}" for size in SIZES))
    with torch.inference_mode():
        for name, (operator, makers) in OPERATORS.items():
            if not re.search(options.pattern, name):
                continue
            program = lith.to_static(operator)
            cells = []
            for size in SIZES:
                arguments = [make(size) for make in makers]
                calls = [functools.partial(f, *arguments) for f in (operator, program)]
                eager, static = in_turns(calls, options.seconds)
                slow += eager < 0.97 * static
                mark = "*" if eager < 0.97 * static else " "
                cells.append(f"{eager * 1e6:9.1f} /{static * 1e6:9.1f}{eager / static:6.2f}{mark}")
            print(f"{name:22}" + "".join(f"{cell:>26}" for cell in cells), flush=True)
    print(f"{slow} slower than eager (*); cells: eager / Lith in microseconds, and the ratio")
    return 0


if __name__ == "__main__":
    sys.exit(main())
