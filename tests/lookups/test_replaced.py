"""Functions of libraries that somebody replaces: before the first call, and between two calls."""

from __future__ import annotations

import builtins
import copy
import math
import random
import time
from unittest import mock

import pytest
import torch
import torch.nn.functional as F

import lith

FUNCTIONS = {
    (torch, "exp"): lambda x: torch.exp(x),
    (torch, "relu"): lambda x: torch.relu(x),
    (F, "linear"): lambda x: F.linear(x, x),
    (F, "gelu"): lambda x: F.gelu(x),
    (F, "softmax"): lambda x: F.softmax(x, -1),
    (torch.Tensor, "add"): lambda x: x.add(x),
    (torch.Tensor, "norm"): lambda x: x.norm(),
    (torch.cuda, "is_available"): lambda x: torch.cuda.is_available(),
    (math, "floor"): lambda x: math.floor(2.5),
    (random, "randint"): lambda x: random.randint(1, 2),
    (time, "time"): lambda x: time.time(),
    (copy, "deepcopy"): lambda x: copy.deepcopy([1]),
    (builtins, "len"): lambda x: len([1, 2]),
    (builtins, "max"): lambda x: max([1, 2]),
    (builtins, "sum"): lambda x: sum([1, 2]),
}


def seven(*arguments):
    return 7


@pytest.mark.parametrize(
    ("place", "name"), FUNCTIONS, ids=lambda each: getattr(each, "__name__", each)
)
def test_a_replaced_function_is_called(place, name) -> None:
    function, x = FUNCTIONS[place, name], torch.zeros(1, 1)
    before = lith.to_static(function)
    own = before(x)
    with mock.patch.object(place, name, new=seven):
        first, later = lith.to_static(function)(x), before(x)
    assert (first, later) == (7, 7)
    assert type(before(x)) is type(own)


def _of_c(x):
    random.seed(-3)
    return (
        random.random(),
        torch.trapezoid(x).tolist(),
        torch.linalg.lstsq(x, x).solution.round(decimals=4).tolist(),
        torch.tril(x, -1).tolist(),
        x.unfold(0, 2, 1).tolist(),
    )


@pytest.mark.parametrize("name", ["abs", "hash", "max", "min", "sum"])
def test_functions_of_c_do_not_call_what_replaces_a_builtin(name) -> None:
    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    before = lith.to_static(_of_c)
    assert before(x) == _of_c(x)
    with mock.patch.object(builtins, name, new=seven):
        wanted, made, later = _of_c(x), lith.to_static(_of_c)(x), before(x)
    assert made == wanted and later == wanted


def test_what_replaces_calls_the_original() -> None:
    calls, softmax, relu = [], F.softmax, torch.relu

    def counted(x, dim):
        calls.append(dim)
        return softmax(x, dim)

    x = torch.tensor([[-1.0, 1.0]])
    with mock.patch.object(F, "softmax", new=counted):
        torch.testing.assert_close(lith.to_static(lambda x: F.softmax(x, -1))(x), softmax(x, -1))
    with mock.patch.object(torch, "relu", new=lambda x: relu(x) + 1):
        assert lith.to_static(lambda x: torch.relu(x))(x).tolist() == [[1.0, 2.0]]
    assert calls == [-1]


def test_layers_call_what_replaces_their_function() -> None:
    layer = torch.nn.Linear(2, 2)
    with mock.patch.object(F, "linear", new=lambda x, weight, bias: x * 0 + 42):
        assert lith.to_static(layer)(torch.ones(1, 2)).tolist() == [[42.0, 42.0]]


TEXTS_AND_NUMBERS = {
    "__repr__": (
        lambda self: f"{tuple(self.shape)}",
        lambda x: (f"{x}", repr(x), str(x), str((x, 1))),
    ),
    "__str__": (lambda self: "text", lambda x: (str(x), repr(x))),
    "__format__": (lambda self, spec: spec + "!", lambda x: (f"{x}", f"{x:.2f}", format(x))),
    "__int__": (lambda self: 7, lambda x: int(x)),
    "__float__": (lambda self: 7.5, lambda x: float(x)),
    "T": (property(lambda self: 8), lambda x: x.T),
    "ndim": (property(lambda self: 9), lambda x: x.ndim),
}


@pytest.mark.parametrize("name", TEXTS_AND_NUMBERS)
def test_texts_numbers_and_properties_of_tensors(name) -> None:
    new, function = TEXTS_AND_NUMBERS[name]
    before, x = lith.to_static(function), torch.ones(1 if name == "T" else ())
    own = before(x)
    with mock.patch.object(torch.Tensor, name, new=new):
        wanted = function(x)
        assert lith.to_static(function)(x) == wanted and before(x) == wanted
    assert before(x) == own


def test_texts_of_containers_of_tensors() -> None:
    """As eager has them, or refused where only run time knows what a container holds."""
    function, xs = lith.to_static(lambda xs: str([x * 2 for x in xs])), [torch.ones(1)]
    assert function(xs) == "[tensor([2.])]"
    with mock.patch.object(torch.Tensor, "__repr__", new=lambda self: "mine"):
        try:
            assert function(xs) == "[mine]"
        except lith.CompileError as error:
            assert "Tensor.__repr__ is another function" in str(error)
    assert function(xs) == "[tensor([2.])]"
