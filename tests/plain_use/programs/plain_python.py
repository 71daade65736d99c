"""Programs that anybody might write."""

import collections
import contextlib
import copy
import io
import operator
import threading

import numpy as np
import torch
from torch import nn

from plain_use.row import same, steps


@steps(refused="LTH0307")
def numbers_remembered_in_a_default(door):
    def fibonacci(n, memo={}):  # noqa: B006 - its writes are the point
        if n in memo:
            return memo[n]
        if n < 2:
            return n
        memo[n] = fibonacci(n - 1) + fibonacci(n - 2)  # here
        return memo[n]

    return door.compile(fibonacci)(27)


class Rows(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.register_buffer("b", torch.zeros(2, 2))
        self.part = part(self.b)

    def forward(self, x):
        self.b.add_(x)
        return self.part


@steps()
def parts_of_a_buffer_in_artifacts(door):
    results = []
    for part in (lambda b: b[0], lambda b: b.view(4), lambda b: b.detach()):
        f = door.saved(Rows(part), (torch.ones(1),))
        results += [f(torch.ones(1)).clone(), f(torch.ones(1)).clone()]
    return results


@steps(refused="LTH0302")
def attribute_of_a_thread_or_nothing(door):
    local = threading.local()
    local.v = 1
    return door.compile(lambda: getattr(local, "v", None))()  # here


@steps(refused="LTH0302")
def whether_a_thread_has_an_attribute(door):
    local = threading.local()
    local.v = 1
    return door.compile(lambda: hasattr(local, "v"))()  # here


@steps()
def generator_that_reads_what_it_extends(door):
    def plain(n):
        y = [1]
        y.extend(y[-1] + z for z in range(n))
        return y

    def left(n):
        y = collections.deque([1])
        y.extendleft(y[0] + z for z in range(n))
        y.extend(y[-1] + z for z in range(n))
        return y

    return [door.compile(f)(3) for f in (plain, left)]


@steps()
def data_of_each_other(door):
    def exchange(x, y):
        x.data = y
        y.data = torch.zeros(0)
        return x

    x, y = torch.ones(2), torch.full((2,), 5.0)
    result = door.compile(exchange)(x, y)
    return result, result is x, y.shape, x


@same(lambda: (np.ones((2, 2)),))
def meshgrid_of_matrices(a):
    return [g.tolist() for g in np.meshgrid(a, a)]


@steps()
def isinstance_of_what_a_table_has(door):
    f = door.compile(lambda v, k: isinstance(v, {"int": int, "str": str}.get(k, float)))
    return [f(1, "int"), f(1, "str"), f(1.0, "other")]


@same(lambda: (2,))
def deepcopy_of_one_row_several_times(n):
    g = copy.deepcopy([[0] * n] * n)
    g[0].append(1)
    return g


@same(lambda: ({"a": [1]}, {"a": [1]}))
def equal_items_of_lists(a, b):
    return a.items() == b.items(), ("a", [1]) in a.items(), a.items() == {"a": [2]}.items()


@same(lambda: (2,), refused="LTH0308")
def callback_on_one_path(n):
    with contextlib.ExitStack() as stack:  # here
        if n > 1:
            stack.callback(print, n)


@same(lambda: (1,))
def concat_of_numbers(n):
    return operator.concat(1, 2)


@same(lambda: (1,), refused="LTH0302")
def output_into_a_buffer(n):
    b = io.StringIO()  # here
    with contextlib.redirect_stdout(b):
        print(n)
    return b.getvalue()
