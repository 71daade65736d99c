"""Hooks of tensors: what they see and replace, in eager's order, and what stays of them."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from gradients.harness import cases, check, program


@program((3,))
def gradient_is_replaced(w):
    y = w * 2
    y.register_hook(lambda g: g * 10)
    y.sum().backward()


@program((3,))
def gradient_is_seen(w):
    seen = []
    y = w.exp()
    y.register_hook(lambda g: seen.append(g))
    (y * y).sum().backward()
    return seen[0]


@program((3,))
def order(w):
    said = []
    y = w * 2
    z = y.exp()
    y.register_hook(lambda g: said.append("y"))
    z.register_hook(lambda g: said.append("z"))
    y.register_hook(lambda g: said.append("y again"))
    (z + y).sum().backward()
    return said


@program((4,))
def before_a_loop_writes(w):
    """What moves elements is no view: the hook stays at its node."""
    y = torch.roll(w, 1)
    y.register_hook(lambda g: g * 0.5)
    for _ in range(int(w.abs().sum()) % 3 + 1):
        y.mul_(2)
    y.sum().backward()


@program((4,))
def of_a_view_that_is_written(w):
    """What is written has a node of its own; that of before, with its hook, leads nowhere."""
    y = (w * 2)[1:]
    y.register_hook(lambda g: g * 10)
    y.mul_(3)
    y -= 0.5
    y.sum().backward()


@program((4,))
def of_a_view_of_which_a_view_is_written(w):
    y = (w * 2)[1:]
    y.register_hook(lambda g: g * 10)
    y[1:].mul_(3)
    y.sum().backward()


@program((4,))
def of_a_view_that_is_written_with_what_was_made_of_it(w):
    y = (w * 2).view(2, 2)
    y.register_hook(lambda g: g * 10)
    y.mul_(y.sin())
    y.sum().backward()


@program((3,))
def removed(w):
    y = w * 2
    first = y.register_hook(lambda g: g * 10)
    y.register_hook(lambda g: g + 1)
    first.remove()
    first.remove()
    y.sum().backward()


@program((3,))
def twice_with_a_removal(w):
    y = w.exp()
    handle = y.register_hook(lambda g: g * 3)
    y.sum().backward(retain_graph=True)
    handle.remove()
    y.sum().backward()


@program((3,))
def of_a_leaf_until_it_is_removed(w):
    handle = w.register_hook(lambda g: g * 3)
    (w * w).sum().backward()
    handle.remove()


@program((3,))
def after_accumulation(w):
    seen = []
    handle = w.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone()))
    (w * w).sum().backward()
    handle.remove()
    return seen


@program((3,))
def of_leaves_made_inside(w):
    x = torch.ones(3, dtype=torch.float64, requires_grad=True)
    x.register_hook(lambda g: g * 2)
    x.register_post_accumulate_grad_hook(lambda p: p.grad.add_(1))
    (x * w).sum().backward()
    return x.grad


@program((3,))
def after_accumulation_once(w):
    def double(p):
        p.grad.mul_(2)

    x = torch.ones(3, dtype=torch.float64, requires_grad=True)
    x.register_hook(lambda g: g * 2)
    handle = x.register_post_accumulate_grad_hook(double)
    (x * w).sum().backward()
    handle.remove()
    (x * w).sum().backward()
    return x.grad


@program((3,))
def gradients_that_are_asked_for(w):
    y = w * 2
    y.register_hook(lambda g: g * 3)
    handle = w.register_hook(lambda g: g * 10)
    made = torch.autograd.grad(y.sum(), [w, y])
    handle.remove()
    return made


@program((3,))
def changed_sizes(w):
    def wide(g):
        return g.unsqueeze(0)

    y = w * 2
    y.register_hook(wide)
    y.sum().backward()


@program((3,))
def no_tensor(w):
    y = w * 2
    y.register_hook(lambda g: 3)
    y.sum().backward()


@program((3,))
def no_gradient(w):
    w.detach().register_hook(lambda g: g)


@program((3,))
def after_accumulation_of_no_leaf(w):
    (w * 2).register_post_accumulate_grad_hook(lambda p: None)


@program((3,))
def kept(w):
    y = w * 2
    y.retain_grad()
    (y * y).sum().backward()
    return y.grad


@program((3,))
def kept_twice_and_hooked(w):
    y = w * 2
    y.retain_grad()
    y.register_hook(lambda g: g * 2)
    z = (y * y).sum()
    z.backward(retain_graph=True)
    z.backward()
    return y.grad


@program((3,))
def kept_of_what_is_written(w):
    y = w * 2
    y.retain_grad()
    z = y * 1
    y.mul_(3)
    (y.sum() + z.sum()).backward()
    return y.grad


@program((3,))
def kept_of_what_is_written_in_part(w):
    y = w * 2
    y.retain_grad()
    y[1:].mul_(3)
    y.retain_grad()
    y[0] = 5
    y.exp().sum().backward()
    return y.grad


@program((3,))
def kept_of_a_view_that_is_written(w):
    y = w * 2
    v, u = y[1:], y[:2]
    v.retain_grad()
    v.mul_(3)
    u.retain_grad()
    (y.sum() + v.exp().sum()).backward()
    return v.grad, u.grad


@program((3,))
def kept_of_a_view_that_is_not_asked(w):
    y = w * 2
    v = y[1:]
    v.retain_grad()
    v.mul_(3)
    y.sum().backward()
    return v.grad


@program((3,))
def kept_of_a_view_of_what_is_written(w):
    y = w * 2
    v = y[1:]
    v.retain_grad()
    y.mul_(3)
    v.sum().backward()
    return v.grad


@program((3,))
def kept_without_gradient(w):
    w.detach().retain_grad()


@program((3,))
def kept_of_a_leaf(w):
    w.retain_grad()
    (w * w).sum().backward()


@program((3, 2))
def of_one_of_several_results(w):
    values, _ = w.max(1)
    values.register_hook(lambda g: g * 5)
    values.sum().backward()


@program((3,))
def that_raises(w):
    def fail(g):
        raise ValueError("no")

    y = w * 2
    y.register_hook(fail)
    y.sum().backward()


@program((3,))
def on_one_path(w):
    y = w * 2
    y.register_hook(lambda g: g)
    if w.sum() > 0:
        y.register_hook(lambda g: g * 5)
    y.sum().backward()


@program((3,))
def in_a_loop_inside(w):
    y = w
    while y.norm() < 20:
        y = y * 2 + 1
        y.register_hook(lambda g: g * 0.5)
        y.register_hook(lambda g: print("hook", g.sum().item() > 0))
    y.sum().backward()


def said(leaf: Any) -> None:
    print("added", leaf.grad is None)


@program((3,))
def first_hook_of_a_leaf_on_a_path(w):
    if w.sum() > -100:
        handle = w.register_hook(lambda g: g * 2)
        w.sum().backward()
        handle.remove()
    w.sum().backward()


@program((3,))
def first_hook_after_a_gradient_on_a_path(w):
    w.sum().backward()
    if w.sum() > -100:
        handle = w.register_post_accumulate_grad_hook(said)
        w.sum().backward()
        handle.remove()
    else:
        w.sum().backward()


@program((3,))
def first_hook_of_a_result_on_a_path(w):
    y = w * 2
    if w.sum() > -100:
        y.register_hook(lambda g: g * 5)
    y.sum().backward()


@program((2, 2))
def hook_of_a_view_that_others_view(w):
    early = w.view(4)
    before = early[1:]
    early.register_hook(lambda g: g * 10)
    after = early.view(2, 2).t()
    (before.sum() + after.exp().sum()).backward()


@program((2, 2))
def hook_of_a_view_of_what_is_written(w):
    y = w * 2
    early = y.view(4)
    early.register_hook(lambda g: g * 10)
    part = early[:2]
    part.sum().backward(retain_graph=True)
    y.mul_(3)
    (part * early[1:3]).sum().backward()


@program((2, 2))
def hook_of_a_view_that_leaves(w):
    y = w * 2
    early = y.view(4)
    early.register_hook(lambda g: g * 10)
    return early[1:], y


@cases(globals())
def test_hooks(case: Any) -> None:
    check(case, case.inputs)


def test_hooks_of_before_the_call() -> None:
    def step(w: Any) -> Any:
        (w * w).sum().backward()
        return w.grad.clone()

    def outcome(function: Any) -> tuple[Any, list[str]]:
        w, said = torch.ones(3, requires_grad=True), []
        made = [function(w)]
        handle = w.register_hook(lambda g: g * 2)
        made.append(function(w))
        after = w.register_post_accumulate_grad_hook(lambda p: said.append("added"))
        made.append(function(w))
        handle.remove()
        after.remove()
        made.append(function(w))
        return made, said

    eager, found = outcome(step), outcome(lith.to_static(step))
    assert eager[1] == found[1]
    for one, other in zip(eager[0], found[0], strict=True):
        torch.testing.assert_close(one, other)


def test_hook_that_stays_on_one_path() -> None:
    def fn(x: Any, w: Any) -> Any:
        if w.sum() > 0:
            x.register_hook(lambda g: g * 10)
        return x.sum()

    with pytest.raises(lith.CompileError, match="a hook of a tensor of before the call"):
        lith.to_static(fn)(torch.ones(2, requires_grad=True), torch.ones(2))


def test_hook_of_a_view_that_may_be_a_result() -> None:
    """Whether the result is that view, only run time knows: its gradient goes through the hook."""

    def fn(w: Any, z: Any, n: Any) -> Any:
        v = w.diagonal()
        v.register_hook(lambda g: g.tanh())
        for _ in range(n):
            v = z.view(4)
        return v

    compiled = lith.to_static(fn)
    for n in (0, 1, 0):
        seen = []
        for function in (fn, compiled):
            w = torch.ones(4, 4, requires_grad=True)
            v = function(w, torch.ones(2, 2, requires_grad=True), n)
            (v * torch.arange(4.0)).sum().backward()
            seen.append(w.grad)
        torch.testing.assert_close(*seen)


def test_hook_of_a_view_that_only_some_paths_have() -> None:
    """The node of a view is made where somebody asks for it: another path has none to be hooked."""

    def fn(y: Any) -> Any:
        v = y[:4]
        if bool((y > 0).any()):
            v.register_hook(lambda grad: grad * 2)
        return v

    with pytest.raises(lith.CompileError, match="a hook of a view, which only some paths have"):
        lith.to_static(fn)(torch.ones(5, requires_grad=True))


def test_hook_of_a_leaf_that_a_loop_makes_and_that_leaves_is_refused() -> None:
    def run(x, n):
        y = x
        for _ in range(n):
            y = torch.ones_like(x, requires_grad=True)
            y.register_hook(lambda grad: grad * 2)
        return y

    with pytest.raises(lith.CompileError, match="a tensor with hooks"):
        lith.to_static(run)(torch.ones(3), 2)


def test_message_of_a_write_into_a_leaf_that_is_a_view() -> None:
    def run(x):
        try:
            x.add_(1)
        except RuntimeError as error:
            return str(error)

    for make in (lambda: torch.ones(2, 2).t(), lambda: torch.ones(2, 2)):
        x = make().requires_grad_()
        assert lith.to_static(run)(x) == run(x)


def _leaf_of_a_path(x, n):
    v = torch.ones(2, requires_grad=True)
    if n > 0:
        v = torch.zeros(2, requires_grad=True)
        v.register_hook(lambda g: print("hook", g.tolist()))
    v.sum().backward()


def _leaf_behind_a_path(x, n):
    v = x
    if n > 0:
        leaf = torch.ones(2, requires_grad=True)
        leaf.register_hook(lambda g: g * 10)
        v = leaf * x
    return torch.autograd.grad(v.sum(), v)


def _leaves_of_trips(x, n):
    leaves = []
    for i in range(n + 1):
        leaf = torch.full((2,), float(i), requires_grad=True)
        leaf.register_hook(lambda g: print("hook"))
        leaves.append(leaf)
    torch.stack(leaves).sum().backward()


def _last_leaf_of_trips(x, n):
    v = x * 2
    for i in range(n):
        v = torch.full((2,), float(i), requires_grad=True)
        v.register_post_accumulate_grad_hook(lambda t: print("added"))
    v.sum().backward()


@pytest.mark.parametrize(
    "run", [_leaf_of_a_path, _leaf_behind_a_path, _leaves_of_trips, _last_leaf_of_trips]
)
def test_hooks_of_leaves_that_paths_made_are_refused(run: Any) -> None:
    """The engine comes to the leaf, and only its path knew of the hooks."""
    with pytest.raises(lith.CompileError, match="a tensor with hooks, of a graph that differs"):
        lith.to_static(run)(torch.ones(2, requires_grad=True), 1)


def _leaf_before_the_paths(x, n):
    leaf = torch.ones(2, requires_grad=True)
    handle = leaf.register_hook(lambda g: print("hook", g.tolist()))
    v = leaf * 2 if n > 0 else leaf * x
    for _ in range(n):
        v = v * leaf
        other = torch.ones(2, requires_grad=True)
        other.register_hook(lambda g: print("trip", g.tolist()))
        (other * n).sum().backward()
    v.sum().backward()
    handle.remove()
    return leaf.grad


def test_hooks_of_leaves_before_the_paths(capsys: Any) -> None:
    """The state at the backward has such leaves; those of a trip are reached within it."""
    compiled = lith.to_static(_leaf_before_the_paths)
    for n in (0, 1, 2):
        seen = []
        for call in (_leaf_before_the_paths, compiled):
            grad = call(torch.full((2,), 3.0, requires_grad=True), n)
            seen.append((grad.tolist(), capsys.readouterr().out))
        assert seen[0] == seen[1] and seen[0][1]


def _hook_within_a_second_order(y, z):
    v = y if bool((y > 0).any()) else z
    v = v.tanh()
    v.register_hook(lambda g: print("hook", g.tolist()))
    (first,) = torch.autograd.grad((y * v.sin()).sum(), [y], create_graph=True)
    first.sum().backward()


def _hook_of_a_result(w, v):
    z = (w * v).exp()
    z.register_hook(lambda g: print("hook", g.tolist()))
    return z.sin()


def test_a_hook_that_a_caller_would_run_in_parts(capsys: Any) -> None:
    """The rule of exp keeps its result, and so would go through the hook on its own: no second order."""
    printed = []
    for function in (_hook_of_a_result, lith.to_static(_hook_of_a_result)):
        w, v = (torch.full((2,), k, requires_grad=True) for k in (0.5, 2.0))
        function(w, v).sum().backward()
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""
    with pytest.raises(RuntimeError, match="the gradient of this gradient was not compiled"):
        torch.autograd.grad(function(w, v).sum(), w, create_graph=True)


def test_a_hook_that_several_parts_of_a_second_order_backward_reach_is_refused() -> None:
    """The nodes of run time each had the node with the hook as a part of their own: it ran once for each."""
    leaves = [torch.ones(2, requires_grad=True) for _ in range(2)]
    with pytest.raises(lith.CompileError, match="a hook of a tensor whose graph differs"):
        lith.to_static(_hook_within_a_second_order)(*leaves)
