"""Whole steps as people write them: accumulation, clipping, freezing, averages, scalers, closures."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn
from torch.optim import swa_utils as swa

from training.harness import Program, check, linear, perceptron


def adam(model: nn.Module, **options: Any) -> torch.optim.Optimizer:
    return torch.optim.AdamW(model.parameters(), lr=0.01, **options)


def mean_square(model: nn.Module, x: Any, y: Any) -> Any:
    return nn.functional.mse_loss(model(x), y)


def zero_grad_last() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss

    return Program(step, model, [optimizer])


def zero_grad_in_place() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad(set_to_none=False)
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        return loss

    return Program(step, model, [optimizer])


def accumulation() -> Program:
    """Every third call takes a step; which one it is, the caller counts."""
    model = perceptron()
    optimizer = adam(model)
    calls = {"count": 0}

    def step(x, y):
        loss = mean_square(model, x, y) / 3
        loss.backward()
        calls["count"] += 1
        if calls["count"] % 3 == 0:
            optimizer.step()
            optimizer.zero_grad()
        return loss

    return Program(step, model, [optimizer])


def accumulation_within() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        total = torch.zeros((), dtype=torch.float64)
        for one, other in zip(x.split(2), y.split(2)):
            loss = mean_square(model, one, other)
            loss.backward()
            total += loss.detach()
        optimizer.step()
        return total

    return Program(step, model, [optimizer])


def groups_of_parameters() -> Program:
    model = perceptron()
    decayed = [each for each in model.parameters() if each.ndim > 1]
    others = [each for each in model.parameters() if each.ndim == 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "lr": 0.02}, {"params": others, "weight_decay": 0.0}], lr=0.01
    )

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        return [group["lr"] for group in optimizer.param_groups], loss

    return Program(step, model, [optimizer])


def clipped(**options: Any) -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5, **options)
        optimizer.step()
        return loss, norm

    return Program(step, model, [optimizer])


def clipped_by_value() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 0.05)
        optimizer.step()
        return loss

    return Program(step, model, [optimizer])


def no_finite_norm() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y) * float("inf")
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)
        optimizer.step()
        return loss

    return Program(step, model, [optimizer])


def skipped_where_not_finite() -> Program:
    model = perceptron()
    optimizer = adam(model)
    skipped: list[float] = []

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        if x.shape[0] == 4:
            loss = loss * float("nan")
        loss.backward()
        if torch.isfinite(loss):
            optimizer.step()
        else:
            skipped.append(loss.item())
        return len(skipped)

    return Program(step, model, [optimizer])


def frozen_in_turns() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        return loss

    def between(number: int) -> None:
        for each in next(model.children()).parameters():
            each.requires_grad_(number % 4 >= 2)

    return Program(step, model, [optimizer], between)


def average_of_weights() -> Program:
    model = perceptron()
    teacher = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        with torch.no_grad():
            target = teacher(x)
        loss = mean_square(model, x, y) + mean_square(model, x, target)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for mine, theirs in zip(teacher.parameters(), model.parameters()):
                mine.mul_(0.9).add_(theirs, alpha=0.1)
        return loss

    return Program(step, nn.ModuleList([model, teacher]), [optimizer])


def averaged_model(**options: Any) -> Program:
    model = perceptron()
    averaged = swa.AveragedModel(model, **options)
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        averaged.update_parameters(model)
        return loss

    return Program(step, nn.ModuleList([model, averaged]), [optimizer])


def scaled(bad: bool = False, **options: Any) -> Program:
    model = perceptron()
    optimizer = adam(model, **options)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=2)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        if bad and x.shape[0] == 4:
            loss = loss * float("inf")
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        return loss

    return Program(step, model, [optimizer, scaler])


def stops_early() -> Program:
    """A loop of epochs in the program."""
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        best, epochs = float("inf"), 0
        for _ in range(10):
            optimizer.zero_grad()
            loss = mean_square(model, x, y)
            loss.backward()
            optimizer.step()
            epochs += 1
            if loss.item() > best - 0.02:
                break
            best = loss.item()
        return epochs, best

    return Program(step, model, [optimizer])


def closure_of(name: str, **options: Any) -> Program:
    model = linear()
    optimizer = getattr(torch.optim, name)(model.parameters(), **options)

    def step(x, y):
        def closure():
            optimizer.zero_grad()
            loss = mean_square(model, x, y)
            loss.backward()
            return loss

        return optimizer.step(closure)

    return Program(step, model, [optimizer])


def two_players() -> Program:
    maker, judge = perceptron(), nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)).double()
    of_maker, of_judge = adam(maker), torch.optim.RMSprop(judge.parameters(), lr=0.01)
    bce = nn.functional.binary_cross_entropy_with_logits

    def step(x, y):
        of_judge.zero_grad()
        right, wrong = judge(y), judge(maker(x).detach())
        loss = bce(right, torch.ones_like(right)) + bce(wrong, torch.zeros_like(wrong))
        loss.backward()
        of_judge.step()
        of_maker.zero_grad()
        fooled = judge(maker(x))
        other = bce(fooled, torch.ones_like(fooled))
        other.backward()
        of_maker.step()
        return loss, other

    return Program(step, nn.ModuleList([maker, judge]), [of_maker, of_judge])


def loaded_between() -> Program:
    model = perceptron()
    optimizer = adam(model)

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        return loss

    def between(number: int) -> None:
        if number == 2:
            optimizer.load_state_dict(optimizer.state_dict())

    return Program(step, model, [optimizer], between)


def hooks_of_the_optimizer() -> Program:
    model = perceptron()
    optimizer = adam(model)
    seen: list[int] = []

    def before(self, args, kwargs):
        for group in self.param_groups:
            for each in group["params"]:
                each.grad.mul_(0.5)

    optimizer.register_step_pre_hook(before)
    optimizer.register_step_post_hook(lambda self, args, kwargs: seen.append(len(self.state)))

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        return loss, len(seen)

    return Program(step, model, [optimizer])


class Sharpness(torch.optim.Optimizer):
    """A step up to the sharpest point near, and from the gradient there a step down."""

    def __init__(self, parameters: Any, rho: float = 0.05) -> None:
        super().__init__(parameters, {"rho": rho})
        self.base = torch.optim.SGD(self.param_groups, lr=0.1, momentum=0.9)

    @torch.no_grad()
    def climb(self):
        for group in self.param_groups:
            grads = [p.grad.norm() for p in group["params"] if p.grad is not None]
            scale = group["rho"] / (torch.stack(grads).norm() + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old"] = p.detach().clone()
                p.add_(p.grad * scale)
        self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data = self.state[p]["old"]
        self.base.step()
        self.zero_grad()


def optimizer_of_the_user() -> Program:
    model = perceptron()
    optimizer = Sharpness(model.parameters())

    def step(x, y):
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.climb()
        mean_square(model, x, y).backward()
        optimizer.step()
        return loss

    return Program(step, model, [optimizer, optimizer.base])


def normalised_and_dropped() -> Program:
    torch.manual_seed(1)
    model = nn.Sequential(
        nn.Linear(4, 6, bias=False), nn.BatchNorm1d(6), nn.Dropout(0.3), nn.Linear(6, 2)
    ).double()
    optimizer = adam(model)

    def step(x, y):
        torch.manual_seed(3)
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        optimizer.step()
        return loss

    return Program(step, model, [optimizer])


def schedule_and_clip_and_average() -> Program:
    model = perceptron()
    optimizer = adam(model)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=50)
    averaged = swa.AveragedModel(model, multi_avg_fn=swa.get_ema_multi_avg_fn(0.9))

    def step(x, y):
        optimizer.zero_grad()
        loss = mean_square(model, x, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        averaged.update_parameters(model)
        return loss, schedule.get_last_lr()

    return Program(step, nn.ModuleList([model, averaged]), [optimizer, schedule])


# Each with the number of programs that its steps may make.
PROGRAMS: dict[str, tuple[Any, int]] = {
    "zero_grad_last": (zero_grad_last, 2),
    "zero_grad_in_place": (zero_grad_in_place, 2),
    "accumulation": (accumulation, 4),
    "accumulation_within": (accumulation_within, 2),
    "groups_of_parameters": (groups_of_parameters, 2),
    "clipped": (clipped, 2),
    "clipped_one_by_one": (lambda: clipped(norm_type=float("inf"), foreach=False), 2),
    "clipped_by_value": (clipped_by_value, 2),
    "no_finite_norm": (no_finite_norm, 2),
    "skipped_where_not_finite": (skipped_where_not_finite, 3),
    "frozen_in_turns": (frozen_in_turns, 5),
    "average_of_weights": (average_of_weights, 2),
    "averaged_model": (averaged_model, 2),
    "averaged_buffers": (lambda: averaged_model(use_buffers=True), 2),
    "averaged_at_once": (lambda: averaged_model(multi_avg_fn=swa.get_ema_multi_avg_fn(0.9)), 2),
    "scaled": (scaled, 2),
    "scaled_past_the_largest": (lambda: scaled(bad=True), 2),
    "scaled_and_fused": (lambda: scaled(bad=True, fused=True), 2),
    "stops_early": (stops_early, 2),
    "closure": (lambda: closure_of("SGD", lr=0.1, momentum=0.9), 2),
    "two_players": (two_players, 2),
    "loaded_between": (loaded_between, 3),
    "hooks_of_the_optimizer": (hooks_of_the_optimizer, 2),
    "optimizer_of_the_user": (optimizer_of_the_user, 2),
    "normalised_and_dropped": (normalised_and_dropped, 2),
    "schedule_and_clip_and_average": (schedule_and_clip_and_average, 2),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_step(name: str) -> None:
    build, programs = PROGRAMS[name]
    check(build, programs=programs)


@pytest.mark.parametrize("search", [None, "strong_wolfe"])
def test_lbfgs(search: str | None) -> None:
    """Its numbers and lists change with each step: one program for the first, one for the others."""
    options = {"lr": 0.5, "max_iter": 3, "line_search_fn": search, "history_size": 8}
    check(lambda: closure_of("LBFGS", **options), steps=8, programs=2)
