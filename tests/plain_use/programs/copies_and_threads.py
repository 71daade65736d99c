"""Copies of what is compiled, and calls from several threads."""

import copy
import pickle
import threading

import torch
from torch import nn

from plain_use.row import steps


def ones():
    return torch.ones(2)


@steps()
def copy_of_a_compiled_module(door):
    """`copy.copy` of a compiled module is another module, and is compiled."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.k = 1

        def forward(self, x):
            return x + self.k

    c = door.compile(Model())
    first = c(ones())
    e = copy.copy(c)
    e.k = 5
    return first, c(ones()), e(ones()), c.k, e.k, e is c


@steps()
def copy_of_a_compiled_module_shares(door):
    """A copy of a compiled module has the same parameters; a deep copy has its own."""
    c = door.compile(nn.Linear(2, 2))
    c(ones())
    e, d = copy.copy(c), copy.deepcopy(c)
    with torch.no_grad():
        c.weight.zero_()
        c.bias.fill_(3)
    return c(ones()), e(ones()), e.weight is c.weight, d.weight is c.weight


@steps()
def copy_before_the_first_call(door):
    """A compiled module is copied before it is called."""
    c = door.compile(nn.Linear(2, 1))
    e = copy.copy(c)
    e.bias = nn.Parameter(torch.full((1,), 50.0))
    return c(ones()) < 40, e(ones()) > 40


@steps()
def pickle_of_a_compiled_module(door):
    """A compiled module is pickled and read."""
    c = door.compile(nn.Linear(2, 2))
    first = c(ones())
    e = pickle.loads(pickle.dumps(c))
    with torch.no_grad():
        c.weight.zero_()
    return first, e(ones()), e is c


@steps()
def copy_of_a_compiled_function(door):
    """`copy.copy` and `copy.deepcopy` of a compiled function."""
    c = door.compile(ones_and)
    return copy.copy(c)(ones()), copy.deepcopy(c)(ones())


def ones_and(x):
    return x + 1


@steps()
def copy_of_a_module_with_a_compiled_part(door):
    """A module whose part is compiled is copied deeply."""
    m = nn.Sequential(nn.Linear(2, 2))
    m[0] = door.compile(m[0])
    m(ones())
    n = copy.deepcopy(m)
    with torch.no_grad():
        m[0].weight.zero_()
        m[0].bias.zero_()
    return m(ones()), (n(ones()) != 0).any()


@steps()
def dict_written_from_threads(door):
    """Threads that write keys of a dict of their own kind, one after the other."""
    seen = {}

    def f(k):
        seen[k] = 1
        return k

    c = door.compile(f)
    for k in range(4):
        thread = threading.Thread(target=c, args=(k,))
        thread.start()
        thread.join()
    return seen


@steps()
def list_written_from_threads_in_turn(door):
    """Threads that append to a list, one after the other."""
    log = []

    def f(x):
        log.append(len(log))
        return x

    c = door.compile(f)
    for _ in range(5):
        thread = threading.Thread(target=c, args=(ones(),))
        thread.start()
        thread.join()
    return log


@steps()
def threads_with_own_objects(door):
    """Threads whose calls overlap, each with a list of its own."""

    def f(x, log):
        log.append(1)
        for _ in range(10):
            x = torch.tanh(x @ x)
        return x

    c = door.compile(f)
    x = torch.ones(60, 60)
    logs = [[] for _ in range(4)]
    threads = [threading.Thread(target=lambda g=g: [c(x, g) for _ in range(10)]) for g in logs]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return [len(g) for g in logs]


@steps()
def lock_around_threads(door):
    """Threads whose calls overlap write one list under a lock of the caller."""
    log, lock = [], threading.Lock()

    def f(x):
        log.append(1)
        for _ in range(10):
            x = torch.tanh(x @ x)
        return x

    c = door.compile(f)
    x = torch.ones(60, 60)

    def work():
        for _ in range(10):
            with lock:
                c(x)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return len(log)
