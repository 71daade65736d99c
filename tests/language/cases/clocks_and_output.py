"""Clocks of the module time, text written to standard output, and methods that choose an object."""

import sys
import time

import numpy as np
import torch
from language.harness import case


def clocks(x, n: int):
    began, cpu = time.perf_counter(), time.process_time()
    for _ in range(n):
        x = x + 1
    wall = time.time()
    later = time.perf_counter_ns()
    elapsed = time.perf_counter() - began
    return (
        x,
        elapsed >= 0,
        later > began * 1e9,
        wall > 1.7e9,
        type(wall),
        type(later),
        time.process_time() >= cpu,
    )


def waits(x, seconds: float):
    began = time.monotonic()
    time.sleep(seconds)
    return x, time.monotonic() - began >= seconds


def written(x, n: int):
    count = sys.stdout.write(f"{n} left\n")
    for i in range(n):
        count += sys.stdout.write("." * i)
    sys.stdout.flush()
    print("", file=sys.stdout)
    return count


class OfArrays:
    def fits(self, x):
        return isinstance(x, np.ndarray)

    def run(self, x):
        return np.expand_dims(x, 0)


class OfTensors:
    def fits(self, x):
        return isinstance(x, torch.Tensor)

    def run(self, x):
        return x[None]


class OfLarge(OfTensors):
    def fits(self, x):
        return super().fits(x) and x.numel() > 2


def asked(x, n: int):
    known = {}
    if n > 0:
        known["arrays"] = OfArrays()
        known["tensors"] = OfTensors()
    if n > 3:
        known["large"] = OfLarge()
    found = None
    for backend in list(known.values()):
        if backend.fits(x):
            found = backend
    return None if found is None else found.run(x)


def asked_at_once(x, n: int):
    backend = OfArrays() if n > 0 else OfLarge()
    if backend.fits(x):
        return backend.run(x)
    return n


X = torch.tensor([1.0, 2.0, 3.0])

CASES = [
    case(clocks, lambda: [(X, 3), (X, 0)]),
    case(waits, lambda: [(X, 0.01), (X, 0.0), (X, -1.0)]),
    case(written, lambda: [(X, 3), (X, 0)]),
    case(asked, lambda: [(X, 1), (X, 0), (X, 5), (X[:1], 5)]),
    case(asked_at_once, lambda: [(X, 1), (X, 0), (X[:1], 0)]),
]
