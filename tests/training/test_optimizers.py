"""Every dense optimizer of torch.optim with its flags, as a whole step."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn

from training.harness import Program, check, linear

OPTIMIZERS: dict[str, list[dict[str, Any]]] = {
    "SGD": [
        {"lr": 0.1},
        {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.01, "nesterov": True},
        {"lr": 0.1, "momentum": 0.9, "dampening": 0.5, "maximize": True},
        {"lr": 0.1, "momentum": 0.9, "foreach": True, "nesterov": True},
        {"lr": 0.1, "momentum": 0.9, "foreach": True, "maximize": True, "weight_decay": 0.1},
        {"lr": 0.1, "momentum": 0.9, "fused": True, "weight_decay": 0.01, "nesterov": True},
        {"lr": 0.1, "momentum": 0.9, "differentiable": True},
    ],
    "Adam": [
        {},
        {"amsgrad": True, "weight_decay": 0.1},
        {"maximize": True, "betas": (0.5, 0.6), "eps": 1e-4},
        {"foreach": True, "amsgrad": True, "weight_decay": 0.1},
        {"foreach": True, "maximize": True},
        {"fused": True, "weight_decay": 0.1},
        {"fused": True, "amsgrad": True, "maximize": True},
        {"differentiable": True},
        {"capturable": True},
        {"lr": torch.tensor(0.01)},
    ],
    "AdamW": [{}, {"amsgrad": True}, {"foreach": True}, {"fused": True}, {"maximize": True}],
    "Adagrad": [
        {},
        {"lr_decay": 0.1, "weight_decay": 0.1, "initial_accumulator_value": 0.2},
        {"foreach": True, "maximize": True},
        {"fused": True, "lr_decay": 0.1, "weight_decay": 0.1},
    ],
    "Adadelta": [
        {},
        {"weight_decay": 0.1, "maximize": True},
        {"foreach": True, "weight_decay": 0.1},
    ],
    "Adamax": [{}, {"weight_decay": 0.1, "maximize": True}, {"foreach": True, "weight_decay": 0.1}],
    "NAdam": [
        {},
        {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True},
        {"foreach": True, "weight_decay": 0.1},
    ],
    "RAdam": [
        {},
        {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True},
        {"foreach": True, "weight_decay": 0.1},
    ],
    "RMSprop": [
        {},
        {"momentum": 0.9, "centered": True, "weight_decay": 0.1},
        {"foreach": True, "momentum": 0.9, "centered": True, "maximize": True},
    ],
    "Rprop": [{}, {"maximize": True}, {"foreach": True}],
    "ASGD": [{}, {"weight_decay": 0.1, "t0": 3, "maximize": True}, {"foreach": True}],
    "Adafactor": [{}, {"weight_decay": 0.1, "maximize": True}, {"foreach": True}],
    "Muon": [{}, {"nesterov": False, "adjust_lr_fn": "match_rms_adamw"}],
}
CASES = [(name, flags) for name, several in OPTIMIZERS.items() for flags in several]


def _title(case: Any) -> str:
    return "-".join([case[0], *[f"{key}={value}" for key, value in case[1].items()]])


def build(name: str, flags: dict[str, Any]) -> Program:
    model: nn.Module = linear()
    parameters = list(model.parameters())
    if name == "Muon":  # takes matrices only
        parameters = [each for each in parameters if each.ndim == 2]
    optimizer = getattr(torch.optim, name)(parameters, **flags)

    def step(x, y):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        return loss

    def between(number: int) -> None:
        for group in optimizer.param_groups:
            if number == 3 and isinstance(group["lr"], float):
                group["lr"] *= 0.5

    return Program(step, model, [optimizer], between)


@pytest.mark.parametrize("case", CASES, ids=_title)
def test_optimizer(case: tuple[str, dict[str, Any]]) -> None:
    rounds = 1e-2 if case[0] == "Muon" else 1e-9  # it computes in bfloat16
    check(lambda: build(*case), tolerance=rounds)
