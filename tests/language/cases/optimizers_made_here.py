"""Optimizers and schedules that a program makes, of classes of which there was none before."""

import torch
from language.harness import case


class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr=0.5):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.sub_(p.grad * group["lr"])


def fitted(x, steps):
    w = torch.zeros(3, requires_grad=True)
    optimizer = Plain([w])
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)
    rates = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (w * x - 1).square().mean()
        loss.backward()
        optimizer.step()
        schedule.step()
        rates.append(schedule.get_last_lr()[0])
    return w.detach(), rates


def with_hooks(x):
    w = torch.ones(2, requires_grad=True)
    optimizer, seen = Plain([w], lr=0.1), []
    optimizer.register_step_pre_hook(lambda o, args, kwargs: seen.append("before"))
    optimizer.register_step_post_hook(lambda o, args, kwargs: seen.append(o.param_groups[0]["lr"]))
    (w * x).sum().backward()
    optimizer.step()
    return w.detach(), seen


def of_a_class_made_here(x):
    class Own(Plain):
        @torch.no_grad()
        def step(self, closure=None):
            for p in self.param_groups[0]["params"]:
                p.add_(1.0)

    w = torch.zeros(2, requires_grad=True)
    optimizer = Own([w])
    (w * x).sum().backward()
    optimizer.step()
    return w.detach()


def adam(x, steps):
    w = torch.zeros(3, requires_grad=True)
    optimizer = torch.optim.Adam([w], lr=0.1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps + 1)
    for _ in range(steps):
        optimizer.zero_grad()
        (w * x - 1).square().mean().backward()
        optimizer.step()
        schedule.step()
    return w.detach(), schedule.get_last_lr()


CASES = [
    case(fitted, lambda: [(torch.ones(3), 5), (torch.tensor([1.0, 2.0, 0.5]), 1)], artifact=False, straight=True),
    case(with_hooks, lambda: [(torch.ones(2),), (torch.zeros(2),)], artifact=False, straight=True),
    case(of_a_class_made_here, lambda: [(torch.ones(2),), (torch.zeros(2),)], artifact=False, straight=True),
    case(adam, lambda: [(torch.ones(3), 3), (torch.tensor([1.0, 2.0, 0.5]), 1)], artifact=False, straight=True),
]
