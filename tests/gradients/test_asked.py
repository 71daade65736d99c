"""Hooks of tensors whose gradients are asked for: of what is run, and of what only arrives there."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from gradients.harness import cases, check, leaves, program


@program((3,))
def of_a_result(w):
    y = w * 2
    y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad(y.exp().sum(), [y, y])


@program((3,))
def of_a_result_that_leads_on(w):
    y = w * 2
    y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad(y.exp().sum(), [y, w])


@program((3,))
def of_the_root(w):
    y = (w * 2).sum()
    y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad(y, [y])


@program((3,), (3,))
def of_a_root_that_leads_nowhere(w, v):
    y = (w * 2).sum()
    y.retain_grad()
    y.register_hook(lambda g: (print("y"), g * 10)[1])
    return *torch.autograd.grad(y, [v], allow_unused=True), y.grad


@program((3,), (3,))
def of_one_of_two_roots_that_leads_nowhere(w, v):
    y = (w * 2).sum()
    y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad([y, (w * 3).sum()], [v], allow_unused=True)


@program((3,), (3,))
def of_a_leaf_that_is_the_root(w, v):
    handle = w.register_hook(lambda g: (print("w"), g * 10)[1])
    made = torch.autograd.grad(w, [v], torch.ones_like(w), allow_unused=True)
    handle.remove()
    return made


@program((3,))
def kept_by_hooks_on_both_sides(w):
    y = w * 2
    y.register_hook(lambda g: g * 5)
    y.retain_grad()
    y.register_hook(lambda g: g * 7)
    return torch.autograd.grad(y.exp().sum(), [y]), y.grad


@program((3,))
def that_raises(w):
    def fail(g):
        raise ValueError("no")

    y = w * 2
    y.register_hook(fail)
    return torch.autograd.grad(y.sum(), [y])


@program((3,))
def differentiated(w):
    y = w * w
    y.register_hook(lambda g: g * w)
    (made,) = torch.autograd.grad(y.sum(), [y], create_graph=True)
    made.sum().backward()
    return made


class Says(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print("runs")
        return grad * 2


@program((3,))
def input_of_backward(w):
    y = Says.apply(w)
    y.register_hook(lambda g: g * 5)
    y.exp().sum().backward(inputs=[y], retain_graph=True)
    first = y.grad.clone()
    y.exp().sum().backward()
    return first, y.grad


@program((3,))
def inputs_of_backward(w):
    y = w * 2
    y.register_hook(lambda g: (print("y"), g * 5)[1])
    y.exp().sum().backward(inputs=[y, w, y])
    return y.grad


@program((3,))
def input_that_is_run(w):
    y = w * w
    z = y.sum()
    z.backward(inputs=[y])
    z.backward(inputs=[w])


@program((3,))
def of_the_last_trip(w):
    y = last = w
    while y.norm() < 20:
        y = last = y * 2 + 1
        y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad((y * y).sum(), [last])


@program((3,))
def of_the_last_trip_that_leads_on(w):
    y = last = w
    while y.norm() < 20:
        y = last = y * 2 + 1
        y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad((y * y).sum(), [last, w])


@program((3,), (3,))
def of_a_root_of_run_time_that_leads_nowhere(w, v):
    y = w
    while y.norm() < 20:
        y = y * 2 + 1
        y.register_hook(lambda g: (print("y"), g * 10)[1])
    return torch.autograd.grad(y, [v], torch.ones_like(w), allow_unused=True)


@program((3, 2))
def of_one_of_several_results_of_each_trip(w):
    y, total = w, 0
    while y.norm() < 20:
        y = y * 2 + 1
        values, _ = y.max(1)
        values.register_hook(lambda g: (print("values"), g * 3)[1])
        total = total + values.sum()
    total.backward()


@program((3,))
def twice_where_only_hooks_keep_something(w):
    y = w + 1
    while y.norm() < 20:
        y = y + 1
        y.register_hook(lambda g: g * w)
    y.sum().backward()
    y.sum().backward()


@program((4,), (4,))
def of_a_view_that_paths_have_used(x, w):
    v = (x * 2)[-2:]
    m = v.mean()
    y = m * 2 if w.sum() > -100 else m * 3
    return torch.autograd.grad(y, [v], allow_unused=True)


@program((4,), (4,))
def of_views_of_views_that_paths_have_used(x, w):
    base = x * 2
    v = base.view(2, 2)
    u = v[0]
    m = (u * u).sum()
    y = m * 2 if w.sum() < -100 else m * 3
    return torch.autograd.grad(y, [u, v, base, x])


@program((4,), (4,))
def of_a_view_that_trips_have_used(x, w):
    v = (x * 2)[-2:]
    y = v.sum()
    for _ in range(int(w.detach().abs().sum()) % 3 + 1):
        y = y * v.mean() + w[0]
    return torch.autograd.grad(y, [v, x])


@program((4,), (4,))
def of_a_view_that_only_trips_have_used(x, w):
    y, v = x.sum(), (x * 2).view(2, 2)
    for _ in range(int(w.detach().abs().sum()) % 3 + 1):
        y = v[0].sum()
    return torch.autograd.grad(y, [v])


@program((4,), (4,))
def of_a_view_of_which_a_trip_leaves_a_view(x, w):
    y, v = x.sum(), x[:3]
    for _ in w:
        y = v[0]
    return torch.autograd.grad(y, [v, x])


@program((4,), (4,))
def of_a_view_that_only_a_path_has_used(x, w):
    v = (x * 2)[1:]
    y = v.exp().sum() if w.sum() > -100 else w.sum()
    return torch.autograd.grad(y, [v], allow_unused=True)


@program((4,))
def kept_of_a_view_of_which_another_is_used(x):
    v = x[:3]
    v.retain_grad()
    v[1:].exp().sum().backward()
    return v.grad


@program((4,))
def kept_of_a_view_by_two_backwards(x):
    v = x.view(2, 2)
    v.retain_grad()
    (v * v).sum().backward()
    (v[1].exp() * v.sum()).sum().backward()
    return v.grad


@program((4,), (4,))
def of_a_gradient_of_a_view_that_paths_have_used(x, w):
    v = (x * 2)[-2:]
    m = (v**3).sum()
    y = m * 2 if w.sum() > -100 else m * 3
    (g,) = torch.autograd.grad(y, [v], create_graph=True)
    return torch.autograd.grad(g.sum(), [v, x])


@program((4,), (4,))
def of_a_view_that_is_written_afterwards(x, w):
    v = (x * 2)[-2:]
    m = v.mean()
    y = m * 2 if w.sum() > -100 else m * 3
    (g,) = torch.autograd.grad(y, [v], retain_graph=True)
    v.mul_(2)
    return g, torch.autograd.grad(v.sum(), x)[0]


@program((4,), (4,))
def of_a_view_whose_base_keeps_what_was_written(x, w):
    v = (x * 2).tanh()[-2:]
    v[-1] = w.mean()
    (g,) = torch.autograd.grad(v.mean(), [v], retain_graph=True)
    (v * g).detach().sum()
    return g


@program((4,), (4,))
def past_what_a_backward_has_freed(x, y):
    v = torch.relu(y)
    v.sum().backward()
    e = v.tanh() * x
    for _ in range(int(x.detach().abs().sum()) % 3):
        e = e * y.sin()
    return torch.autograd.grad(e.sum(), [x])[0]


@cases(globals())
def test_asked(case: Any) -> None:
    check(case, case.inputs)


def of_one(w):
    values, _ = (w * 2).max(1)
    values.register_hook(lambda g: g * 3)
    return values


def of_both(w):
    a, b = torch.std_mean(w * 2, 1)
    a.register_hook(lambda g: (print("a", g is None), g * 3)[1])
    b.register_hook(lambda g: print("b", g is None))
    return a


@pytest.mark.parametrize("case", [of_one, of_both])
def test_outside(case: Any) -> None:
    check(case, leaves((3, 2)), across=True)
