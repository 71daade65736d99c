"""Numbers of NumPy among what a program reads from outside."""

import numpy as np

from language.harness import case
import torch

T = torch.tensor


class Options:
    def __init__(self):
        self.scale, self.heads = np.sqrt(16), np.int64(2)
        self.rate, self.flag = np.float32(0.25), np.bool_(True)


options = Options()


def sizes_and_scales(x):
    h = options.heads
    y = x.view(h, -1) * options.scale / np.sqrt(options.heads) + options.rate
    z = torch.zeros(h, 2) + torch.full((2,), np.float64(0.5))
    first = [10, 20, 30][h] if options.flag else 0
    return y[:h], z, first, [i for i in range(h)], torch.arange(h), x.clamp(max=options.rate)


def as_numbers(n):
    h = int(options.heads)
    if n % h == 0:
        return float(options.scale) * n, options.heads.item() + n
    return f"{options.scale:.2f} {options.heads} {options.rate}", n // h


def dtypes(x):
    a = torch.tensor(np.float64(0.5)), torch.tensor(options.rate), torch.as_tensor(np.int32(3))
    return a if x.sum() > 0 else (x, x, x)


def window(x):
    size = 11
    return (
        torch.Tensor([np.exp(-((i - size // 2) ** 2) / float(2 * 1.5**2)) for i in range(size)]) + x
    )


def identity(x, n):
    positive = x > 1
    if positive is np.True_:
        return 1, positive is (x > 0), x + n is x
    return positive is (x > 0), positive is np.bool_(False), x + n is x


CASES = [
    case(identity, lambda: [(np.float32(2), 1), (np.float32(0.5), 0), (np.float32(-1), 1)]),
    case(window, lambda: [(torch.zeros(11),), (torch.ones(2, 11),)], straight=True),
    case(sizes_and_scales, lambda: [(T([1.0, 2.0, 3.0, 4.0]),), (T([0.1, 0.2]),)], straight=True),
    case(as_numbers, lambda: [(4,), (5,)]),
    case(dtypes, lambda: [(T([1.0]),), (T([-1.0]),)]),
]
