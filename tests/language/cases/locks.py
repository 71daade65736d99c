"""Locks of threading that existed before the call: held and released, also where an exception leaves."""

import threading

import torch
from language.harness import case

LOCK, AGAIN = threading.Lock(), threading.RLock()


class Counter:
    def __init__(self):
        self.lock = threading.Lock()
        self.n = 0

    def bump(self, x):
        with self.lock:
            self.n += 1
            if x[0] > 1:
                raise ValueError(self.n)
        return self.n


COUNTER = Counter()


def held(x):
    with LOCK:
        y = x + 1
    with AGAIN:
        with AGAIN:
            y = y * 2
    taken = LOCK.acquire()
    try:
        z = y.sum()
        if z > 5:
            raise KeyError("large")
    except KeyError:
        z = z - 1
    finally:
        LOCK.release()
    return y, z, taken


def counter(x):
    return COUNTER.bump(x)


X = lambda: [(torch.tensor([1.0, 2.0]),), (torch.tensor([2.0, 1.0]),), (torch.tensor([-2.0, 1.0]),)]  # noqa: E731

CASES = [case(held, X), case(counter, X, artifact=False)]
