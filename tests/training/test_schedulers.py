"""Every scheduler of torch.optim.lr_scheduler, stepped within the program and outside of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn
from torch.optim import lr_scheduler as schedules

from training.harness import Program, check, linear

Make = Callable[[torch.optim.Optimizer], Any]
SCHEDULERS: dict[str, Make] = {
    "LambdaLR": lambda o: schedules.LambdaLR(o, lambda epoch: 0.95**epoch),
    "MultiplicativeLR": lambda o: schedules.MultiplicativeLR(o, lambda epoch: 0.95),
    "StepLR": lambda o: schedules.StepLR(o, 2, 0.5),
    "MultiStepLR": lambda o: schedules.MultiStepLR(o, [2, 4], 0.5),
    "ConstantLR": lambda o: schedules.ConstantLR(o, 0.5, 3),
    "LinearLR": lambda o: schedules.LinearLR(o, 0.3, 1.0, 4),
    "ExponentialLR": lambda o: schedules.ExponentialLR(o, 0.9),
    "CosineAnnealingLR": lambda o: schedules.CosineAnnealingLR(o, 4, 0.001),
    "PolynomialLR": lambda o: schedules.PolynomialLR(o, 5, 2.0),
    "CyclicLR": lambda o: schedules.CyclicLR(o, 0.01, 0.1, 2, 3, mode="triangular2"),
    "OneCycleLR": lambda o: schedules.OneCycleLR(o, 0.1, total_steps=10),
    "CosineAnnealingWarmRestarts": lambda o: schedules.CosineAnnealingWarmRestarts(o, 2, 2),
    "ReduceLROnPlateau": lambda o: schedules.ReduceLROnPlateau(o, patience=0, factor=0.5),
    "SequentialLR": lambda o: schedules.SequentialLR(
        o, [schedules.ConstantLR(o, 0.1, 2), schedules.ExponentialLR(o, 0.9)], [2]
    ),
    "ChainedScheduler": lambda o: schedules.ChainedScheduler(
        [schedules.ConstantLR(o, 0.1, 2), schedules.ExponentialLR(o, 0.9)]
    ),
    "SWALR": lambda o: torch.optim.swa_utils.SWALR(o, 0.05, 3),
}


def build(name: str, inside: bool) -> Program:
    model: nn.Module = linear()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = SCHEDULERS[name](optimizer)
    needs_loss = name == "ReduceLROnPlateau"

    def step(x, y):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if inside:
            if needs_loss:
                scheduler.step(loss.item())
            else:
                scheduler.step()
        return loss.detach()

    def between(number: int) -> None:
        if not inside:
            scheduler.step(1.0) if needs_loss else scheduler.step()

    return Program(step, model, [optimizer, scheduler], between)


@pytest.mark.parametrize(
    "name", ["LambdaLR", "CyclicLR", "OneCycleLR", "ReduceLROnPlateau", "ChainedScheduler"]
)
def test_outside(name: str) -> None:
    check(lambda: build(name, inside=False))


@pytest.mark.parametrize("name", SCHEDULERS)
def test_inside(name: str) -> None:
    programs = {"SequentialLR": 4, "CosineAnnealingWarmRestarts": 3}.get(name, 2)
    check(lambda: build(name, inside=True), steps=8, programs=programs)
