"""Every module of torch.nn on PyTorch's own inputs, evaluated and in training, two calls each."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
import torch

import lith
from language.snapshot import differences, picture
from ops import samples

LIMIT = 3


def modules() -> list[Any]:
    """The descriptions; lazy modules have no parameters before their first call."""
    samples.provide_expecttest()
    try:
        from torch.testing._internal.common_modules import module_db
    except ImportError:
        return []
    return [m for m in module_db if not m.module_cls.__name__.startswith("Lazy")]


def name_of(info: Any) -> str:
    place = info.module_cls.__module__.removeprefix("torch.").removeprefix("nn.modules.")
    return f"{place}.{info.module_cls.__name__}"


def inputs_of(info: Any, training: bool) -> list[Any]:
    """At most `LIMIT` inputs, a fixed choice of them."""
    torch.manual_seed(1)
    make = info.module_inputs_func
    found = make(info, device="cpu", dtype=torch.float32, requires_grad=False, training=training)
    found = [each for each in found if each.forward_input is not None]
    random.Random(0).shuffle(found)
    return found[:LIMIT]


def run(fn, module: torch.nn.Module, given: Any):
    """What a call returns, writes into its arguments and keeps, or the class of its exception."""
    torch.manual_seed(0)
    arguments = copy.deepcopy([given.args, given.kwargs])
    try:
        with torch.no_grad():
            result = fn(*arguments[0], **arguments[1])
    except (RuntimeError, IndexError, TypeError, ValueError, AssertionError) as error:
        if isinstance(error, lith.CompileError):
            raise
        return type(error).__name__
    return picture({"result": result, "args": arguments, "kept": list(module.buffers())})


@pytest.mark.parametrize("info", modules(), ids=name_of)
def test_module(info) -> None:
    for training in (False, True):
        for each in inputs_of(info, training):
            torch.manual_seed(0)
            how = each.constructor_input
            module = info.module_cls(*how.args, **how.kwargs).train(training).requires_grad_(False)
            eager, compiled = module, copy.deepcopy(module)
            static = lith.to_static(compiled)
            for call in range(2):
                want = run(eager, eager, each.forward_input)
                try:
                    got = run(static, compiled, each.forward_input)
                except lith.CompileError as error:
                    if error.code == "LTH0302":
                        pytest.skip("uses an operator that is not in the table")
                    raise
                if isinstance(want, str) or isinstance(got, str):
                    assert got == want, (how.args, how.kwargs)
                else:
                    found = differences(want, got, 2e-5)
                    assert not found, (training, call, how.args, how.kwargs, found[:4])
