"""Functions of libraries that somebody replaces before the first call, during it, and puts back."""

import builtins
import copy
import functools
import itertools
import json
import math
import operator
import os
import random
import re
import time
from unittest import mock

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import steps


def around(door, owner, name, new, program, *arguments):
    """A program before, while and after `owner.name` is `new`; and one that is compiled while it is."""
    early = door.compile(program)
    first = early(*arguments)
    with mock.patch.object(owner, name, new=new):
        late = door.compile(program)
        seen = early(*arguments), late(*arguments)
    return first, seen, early(*arguments), late(*arguments)


def attend(q):
    return F.scaled_dot_product_attention(q, q, q)


Q = torch.ones(1, 2, 3)
X = torch.tensor([[-1.0, 2.0]])


@steps()
def attention(door):
    """`F.scaled_dot_product_attention` is replaced before the first call."""
    with mock.patch.object(F, "scaled_dot_product_attention", new=lambda q, k, v: v * 0 + 42):
        return door.compile(attend)(Q)


@steps()
def attention_put_back(door):
    """`F.scaled_dot_product_attention` is replaced between calls."""
    return around(door, F, "scaled_dot_product_attention", lambda q, k, v: v * 0 + 42, attend, Q)


@steps()
def attention_replaced_for_good(door):
    """A function of `torch.nn.functional` is set, as patches of libraries do."""
    real = F.scaled_dot_product_attention
    seen = []

    def counted(*arguments, **options):
        seen.append(sorted(options))
        return real(*arguments, **options)

    F.scaled_dot_product_attention = counted
    try:
        f = door.compile(lambda q: F.scaled_dot_product_attention(q, q, q, is_causal=True))
        return f(Q), f(Q), seen
    finally:
        F.scaled_dot_product_attention = real


@steps()
def linear_of_a_layer(door):
    """`F.linear` is replaced and a layer calls it."""
    layer = nn.Linear(2, 2)
    return around(door, F, "linear", lambda x, w, b: x * 0 + 42, layer, X)


@steps()
def linear_of_a_model(door):
    """`F.linear` is replaced within a model that is compiled whole."""
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    return around(door, F, "linear", lambda x, w, b=None: x - 5, model, X)


@steps()
def relu_of_a_layer(door):
    """`F.relu` is replaced and a layer calls it."""
    return around(door, F, "relu", lambda x, inplace=False: x * 3, nn.ReLU(), X)


@steps()
def conv_of_a_layer(door):
    """`F.max_pool1d` and `F.layer_norm` are replaced and layers call them."""
    pool, norm = nn.MaxPool1d(2), nn.LayerNorm(2)
    return (
        around(door, F, "max_pool1d", lambda x, *a, **k: x * 2, pool, X),
        around(door, F, "layer_norm", lambda x, *a, **k: x * 3, norm, X),
    )


@steps()
def activations(door):
    """`F.gelu`, `F.silu` and `F.dropout` are replaced."""
    return (
        around(door, F, "gelu", lambda x: x + 1, lambda x: F.gelu(x), X),
        around(door, F, "silu", lambda x: x + 2, lambda x: F.silu(x), X),
        around(door, F, "dropout", lambda x, p: x + 3, lambda x: F.dropout(x, 0.0), X),
    )


@steps()
def softmax_in_a_counter(door):
    """`F.softmax` is wrapped in a counter."""
    calls, real = [], F.softmax

    def counted(x, dim):
        calls.append(dim)
        return real(x, dim)

    return around(door, F, "softmax", counted, lambda x: F.softmax(x, -1), X), calls


@steps()
def cross_entropy_in_a_counter(door):
    """`F.cross_entropy` is wrapped, and a loss calls it."""
    calls, real = [], F.cross_entropy

    def counted(*a, **k):
        calls.append(len(a))
        return real(*a, **k)

    loss = nn.CrossEntropyLoss()
    return around(door, F, "cross_entropy", counted, loss, X, torch.tensor([1])), calls


@steps()
def functions_of_torch(door):
    """`torch.exp`, `torch.sigmoid` and `torch.relu` are replaced."""
    return (
        around(door, torch, "exp", lambda x: x + 1, lambda x: torch.exp(x), X),
        around(door, torch, "sigmoid", lambda x: x + 2, lambda x: torch.sigmoid(x), X),
        around(door, torch, "relu", lambda x: x + 3, lambda x: torch.relu(x), X),
    )


@steps()
def makers_of_torch(door):
    """`torch.zeros`, `torch.cat` and `torch.matmul` are replaced."""
    return (
        around(door, torch, "zeros", lambda n: torch.ones(n), lambda x: torch.zeros(2), X),
        around(door, torch, "cat", lambda xs, dim=0: xs[0], lambda x: torch.cat([x, x]), X),
        around(door, torch, "matmul", lambda a, b: a, lambda x: torch.matmul(x, x.T), X),
    )


@steps()
def random_numbers_of_torch(door):
    """`torch.randn` is replaced by a function that always gives the same."""
    return around(
        door, torch, "randn", lambda *s: torch.full(s, 4.0), lambda x: x + torch.randn(1, 2), X
    )


@steps()
def methods_of_tensors(door):
    """`torch.Tensor.add`, `exp` and `view` are replaced."""
    return (
        around(door, torch.Tensor, "add", lambda x, y: x * 10, lambda x: x.add(1), X),
        around(door, torch.Tensor, "exp", lambda x: x * 11, lambda x: x.exp(), X),
        around(door, torch.Tensor, "view", lambda x, *s: x * 12, lambda x: x.view(2), X),
    )


@steps()
def methods_of_tensors_in_place(door):
    """`torch.Tensor.add_` and `backward` are replaced."""
    return (
        around(door, torch.Tensor, "add_", lambda x, y: "added", lambda x: x.add_(1), X.clone()),
        around(door, torch.Tensor, "detach", lambda x: "detached", lambda x: x.detach(), X),
    )


@steps()
def new_method_of_tensors(door):
    """A method is added to `torch.Tensor`."""
    torch.Tensor.twice = lambda self: self * 2
    try:
        return door.compile(lambda x: x.twice())(X)
    finally:
        del torch.Tensor.twice


@steps()
def availability_of_a_device(door):
    """`torch.cuda.is_available` is replaced."""
    return around(
        door, torch.cuda, "is_available", lambda: "yes", lambda: torch.cuda.is_available()
    )


@steps()
def count_of_devices(door):
    """`torch.cuda.device_count` and `torch.is_grad_enabled` are replaced."""
    return (
        around(door, torch.cuda, "device_count", lambda: 17, lambda: torch.cuda.device_count()),
        around(door, torch, "is_grad_enabled", lambda: "maybe", lambda: torch.is_grad_enabled()),
        around(door, torch, "is_tensor", lambda x: "maybe", lambda x: torch.is_tensor(x), X),
    )


@steps()
def print_of_builtins(door):
    """`builtins.print` is replaced."""
    told = []

    def f(x):
        print("a", x)
        return x

    return around(door, builtins, "print", lambda *a: told.append(a), f, 5), told


MARK = (123, 456)


@steps()
def len_of_builtins(door):
    """`builtins.len` is replaced."""
    real = len

    def longer(x):
        return 99 if type(x) is tuple and x == MARK else real(x)

    return around(door, builtins, "len", longer, lambda x: len(x), MARK)


@steps()
def sum_and_max_of_builtins(door):
    """`builtins.sum` and `max` are replaced."""
    real_sum, real_max = sum, max

    def more(x, *a):
        return 99 if type(x) is tuple and x == MARK else real_sum(x, *a)

    def most(x, *a, **k):
        return 98 if type(x) is tuple and x == MARK else real_max(x, *a, **k)

    return (
        around(door, builtins, "sum", more, lambda x: sum(x), MARK),
        around(door, builtins, "max", most, lambda x: max(x), MARK),
    )


@steps()
def abs_and_sorted_of_builtins(door):
    """`builtins.abs`, `sorted`, `round` and `divmod` are replaced."""
    real = sorted
    return (
        around(door, builtins, "abs", lambda x: "abs", lambda x: abs(x), -1),
        around(door, builtins, "round", lambda x: "round", lambda x: round(x), 1.5),
        around(door, builtins, "divmod", lambda x, y: "divmod", lambda x: divmod(x, 2), 5),
        around(
            door,
            builtins,
            "sorted",
            lambda x, **k: 97 if x == MARK else real(x, **k),
            lambda x: sorted(x),
            MARK,
        ),
    )


@steps()
def builtin_hidden_by_a_global(door):
    """A global of the module hides a builtin."""

    def f(x):
        return pow(x, 2)

    c = door.compile(f)
    first = c(3)
    f.__globals__["pow"] = lambda x, y: "own"
    try:
        second = c(3), door.compile(f)(3)
    finally:
        del f.__globals__["pow"]
    return first, second, c(3)


@steps()
def deepcopy_of_copy(door):
    """`copy.deepcopy` and `copy.copy` are replaced."""
    return (
        around(door, copy, "deepcopy", lambda x: "deep", lambda x: copy.deepcopy(x), [1]),
        around(door, copy, "copy", lambda x: "copied", lambda x: copy.copy(x), [1]),
    )


@steps()
def functions_of_random(door):
    """`random.random`, `randint` and `choice` are replaced."""
    return (
        around(
            door,
            random,
            "random",
            lambda: 0.5,
            lambda: random.random() * 0 + (random.random() == 0.5),
        ),
        around(door, random, "randint", lambda a, b: 7, lambda: random.randint(1, 1)),
        around(door, random, "choice", lambda xs: "chosen", lambda: random.choice([1])),
    )


@steps()
def functions_of_time(door):
    """`time.time` and `perf_counter` are replaced."""
    return (
        around(door, time, "time", lambda: -5.0, lambda: time.time() < 0),
        around(door, time, "perf_counter", lambda: -5.0, lambda: time.perf_counter() < 0),
        around(door, time, "sleep", lambda s: "slept", lambda: time.sleep(0)),
    )


@steps()
def functions_of_math(door):
    """`math.floor`, `sqrt`, `exp` and `math.pi` are replaced."""
    return (
        around(door, math, "floor", lambda x: "floor", lambda x: math.floor(x), 2.5),
        around(door, math, "sqrt", lambda x: "sqrt", lambda x: math.sqrt(x), 4.0),
        around(door, math, "exp", lambda x: "exp", lambda x: math.exp(x), 0.0),
        around(door, math, "pi", 3, lambda: math.pi),
    )


@steps()
def functions_of_other_libraries(door):
    """Functions of `json`, `re`, `operator`, `itertools` and `functools` are replaced."""
    return (
        around(door, json, "dumps", lambda x: "json", lambda x: json.dumps(x), [1]),
        around(door, re, "match", lambda p, s: "match", lambda s: bool(re.match("a", s)), "b"),
        around(door, operator, "add", lambda a, b: "sum", lambda x: operator.add(x, 1), 1),
        around(
            door,
            itertools,
            "chain",
            lambda *a: ["chain"],
            lambda x: list(itertools.chain(x, x)),
            [1],
        ),
        around(
            door,
            functools,
            "reduce",
            lambda f, x: "reduced",
            lambda x: functools.reduce(max, x),
            [1],
        ),
    )


@steps()
def functions_of_numpy(door):
    """Functions of NumPy are replaced."""
    return (
        around(door, np, "prod", lambda x: "prod", lambda: np.prod([2, 3])),
        around(door, np, "sqrt", lambda x: "sqrt", lambda x: np.sqrt(x), 4.0),
    )


@steps()
def functions_of_os(door):
    """`os.path.join` and `os.getenv` are replaced."""
    return (
        around(door, os.path, "join", lambda *a: "joined", lambda s: os.path.join(s, "b"), "a"),
        around(door, os, "getenv", lambda n, d=None: "set", lambda: os.getenv("LITH_NOT_THERE")),
    )


@steps()
def patch_by_path(door):
    """`mock.patch` of a path, with a function and with a lambda."""
    f = door.compile(lambda x: F.relu(x))
    with mock.patch("torch.nn.functional.relu", new=lambda x: x + 42):
        first = f(X), door.compile(lambda x: F.relu(x))(X)
    with mock.patch("torch.exp", lambda x: 7):
        second = door.compile(lambda x: torch.exp(x))(X)
    return first, second, f(X)


@steps()
def patch_with_a_mock(door):
    """`mock.patch` with a `MagicMock` that returns a value and counts."""
    with mock.patch("torch.cuda.is_available", return_value=True) as seen:
        result = door.compile(lambda: torch.cuda.is_available())()
    return result, seen.call_count


@steps()
def patch_with_wraps(door):
    """A mock that wraps the function calls it and counts."""
    f = door.compile(lambda x: F.gelu(x))
    first = f(X)
    with mock.patch.object(F, "gelu", wraps=F.gelu) as seen:
        second = f(X)
    return first, second, seen.call_count


@steps()
def name_imported_from_a_module(door):
    """What the program imported by name is not what is replaced later in the module."""
    from torch.nn.functional import relu

    f = door.compile(lambda x: relu(x))
    with mock.patch.object(F, "relu", new=lambda x: x + 42):
        return f(X)


@steps()
def module_imported_inside(door):
    """A module that the program imports itself has the replaced function."""

    def f(x):
        from math import floor

        import torch.nn.functional as G

        return G.relu(x), floor(2.5)

    c = door.compile(f)
    first = c(X)
    with (
        mock.patch.object(F, "relu", new=lambda x: x + 42),
        mock.patch.object(math, "floor", new=lambda x: -1),
    ):
        return first, c(X), door.compile(f)(X)


@steps()
def forward_of_a_layer_class(door):
    """`nn.Linear.forward` and `nn.ReLU.forward` are replaced."""
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    return (
        around(door, nn.Linear, "forward", lambda self, x: x + 42, model, X),
        around(door, nn.ReLU, "forward", lambda self, x: x + 43, model, X),
    )


@steps()
def call_of_modules(door):
    """`nn.Module.__call__` of a class of layers is replaced."""
    model = nn.Sequential(nn.ReLU())
    return around(door, nn.ReLU, "__call__", lambda self, x: x + 42, model, X)


@steps()
def another_of_the_library(door):
    """A function is replaced by another one of the library."""
    return (
        around(door, F, "relu", F.gelu, lambda x: F.relu(x), X),
        around(door, torch, "exp", torch.sigmoid, lambda x: torch.exp(x), X),
        around(door, torch, "sum", torch.prod, lambda x: torch.sum(x), X),
        around(door, math, "exp", math.sqrt, lambda x: math.exp(x), 2.5),
    )


@steps()
def deleted_function(door):
    """A function that is deleted raises AttributeError."""

    def f(x):
        try:
            return F.relu(x)
        except AttributeError as e:
            return str(e)

    c, real = door.compile(f), F.relu
    first = c(X)
    del F.relu
    try:
        return first, c(X), door.compile(f)(X)
    finally:
        F.relu = real


OPERATORS = {
    "__matmul__": (lambda self, other: 7, lambda x: x @ x),
    "__add__": (lambda self, k: self * 10, lambda x: (x + 1, x * 2)),
    "__radd__": (lambda self, k: "right", lambda x: (1 + x, x + 1)),
    "__iadd__": (lambda self, k: self - k, operator.iadd),
    "__mul__": (lambda self, k: self * 10, operator.imul),
    "__rsub__": (lambda self, k: self * 7, lambda x: 2 - x),
    "__neg__": (lambda self: self * 3, lambda x: -x),
    "__eq__": (lambda self, k: "same", lambda x: (x == 1, x != 1)),
    "__lt__": (lambda self, k: self, lambda x: (x < 1, 1 > x)),
    "__getitem__": (lambda self, k: k, lambda x: (x[0], x[:1])),
    "__setitem__": (lambda self, k, value: self.fill_(5), operator.setitem),
    "__len__": (lambda self: 77, len),
    "__bool__": (lambda self: True, lambda x: 1 if x[0, 0] else 2),
    "__iter__": (lambda self: iter((1, 2)), lambda x: list(x)),
}
ARGUMENTS = {"__iadd__": (1,), "__mul__": (3,), "__setitem__": (0, 1.0)}


@steps()
def operators_of_tensors(door):
    """Special methods of `torch.Tensor` are replaced, each for a while."""
    results = []
    for name, (new, program) in OPERATORS.items():
        arguments = X.clone(), *ARGUMENTS.get(name, ())
        results.append(around(door, torch.Tensor, name, new, program, *arguments))
    return results
