"""Every module of torch.nn on PyTorch's own inputs, evaluated and in training, two calls each."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith
from language.snapshot import differences, picture
from ops import refusals, samples

pytestmark = pytest.mark.generated

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
    refused: dict[str, str] = {}
    ran = 0
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
                    assert error.code != "LTH0700", str(error)
                    mode = "training" if training else "evaluated"
                    refused[f"{mode}: {how.args} {how.kwargs}"] = refusals.reason(error)
                    break
                ran += 1
                if isinstance(want, str) or isinstance(got, str):
                    assert got == want, (how.args, how.kwargs)
                else:
                    found = differences(want, got, 2e-5)
                    assert not found, (training, call, how.args, how.kwargs, found[:4])
    refusals.check("modules", name_of(info), refused, ran)


@pytest.mark.filterwarnings("ignore:size_average")
@pytest.mark.parametrize("flags", [(False, None), (None, False), (False, False), (True, None)])
def test_deprecated_flags_of_losses(flags):
    """size_average and reduce say what `reduction` is."""
    average, reduce = flags
    x, y, index = torch.rand(3, 4), torch.rand(3, 4), torch.tensor([0, 1, 3])
    rows = x[:, 0], x[:, 1], torch.ones(3)
    losses = {
        F.l1_loss: (x, y), F.mse_loss: (x, y), F.smooth_l1_loss: (x, y), F.kl_div: (x, y),
        F.poisson_nll_loss: (x, y), F.soft_margin_loss: (x, y), F.binary_cross_entropy: (x, y),
        F.hinge_embedding_loss: (x, torch.ones(3, 4)), F.cross_entropy: (x, index),
        F.nll_loss: (x, index), F.margin_ranking_loss: rows,
        F.cosine_embedding_loss: (x, y, torch.ones(3)), F.triplet_margin_loss: (x, y, y.flip(0)),
    }  # fmt: skip
    for loss, arguments in losses.items():

        def run(*args, loss=loss):
            return loss(*args, size_average=average, reduce=reduce)

        torch.testing.assert_close(lith.to_static(run)(*arguments), run(*arguments))


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_weights_of_losses(reduction):
    x, y, weight = torch.rand(3, 4), torch.rand(3, 4), torch.rand(3, 4)
    for loss in (F.mse_loss, F.l1_loss, F.huber_loss):

        def run(x, y, weight, loss=loss):
            return loss(x, y, reduction=reduction, weight=weight)

        program = lith.to_static(run)
        torch.testing.assert_close(program(x, y, weight), run(x, y, weight))
        with pytest.raises(ValueError, match="same size"):
            program(x, y, weight[:1])
