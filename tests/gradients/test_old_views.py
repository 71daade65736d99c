"""Views that eager knows no gradient of: made where none are, or before their base required one."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from gradients.harness import _outcome, cases, check, program, same


def plain() -> torch.Tensor:
    return torch.arange(1, 5, dtype=torch.float64)


@program((4,))
def asked_whether_it_is_a_leaf_where_nothing_requires_a_gradient(y):
    with torch.no_grad():
        v = torch.outer(y, y).tanh()[-2]
        v.detach().add_(0)
    return v, v.is_leaf


@program((4,))
def early_view_is_a_leaf_that_gets_no_gradient(w):
    x = plain()
    view = x[1:]
    x.requires_grad_()
    (view * w[1:]).sum().backward()
    return view.requires_grad, view.is_leaf, view.grad, x.grad, str(view)


@program((4,))
def early_view_becomes_a_view_as_others_once_it_is_written(w):
    x = plain()
    view = x[1:]
    x.requires_grad_()
    with torch.no_grad():
        view.mul_(2)
    (view * w[1:]).sum().backward()
    return view.is_leaf, view.grad_fn is None, x.grad


@program((4,))
def early_view_is_written(w):
    x = plain()
    view = x[1:]
    x.requires_grad_()
    view.add_(1)


@program((4,))
def early_view_of_what_requires_none_any_more(w):
    x = plain()
    view = x[1:]
    x.requires_grad_().requires_grad_(False)
    return view.requires_grad, (view * w[1:]).requires_grad


@program((4,))
def early_view_cannot_be_frozen(w):
    x = plain()
    view = x[1:]
    x.requires_grad_()
    return view.requires_grad_(False).requires_grad


@program((4,))
def early_view_of_what_was_detached(w):
    x = w.detach()
    view, other = x[1:], w.detach()[1:]
    x.requires_grad_()
    return view.requires_grad, other.requires_grad


@program((4,))
def view_that_gets_requires_grad_itself(w):
    x = plain()
    view = x[1:]
    part = view[0]
    view.requires_grad_()
    (view * w[1:]).sum().backward()
    seen = part.requires_grad, x.requires_grad, view.grad
    view.add_(1)
    return seen


@program((4,))
def view_of_a_view_of_no_gradients(w):
    with torch.no_grad():
        view = w[1:]
    part = view[1:]
    (part * part).sum().backward()
    return view.is_leaf, part.is_leaf, part.requires_grad, str(part), str(view), w.grad


@program((4,))
def view_of_a_view_of_no_gradients_is_written(w):
    with torch.no_grad():
        view = w[1:]
    view[1:] = 2


@program((4,))
def view_of_no_gradients_cannot_be_frozen(w):
    with torch.no_grad():
        view = w[1:]
    view.requires_grad_(False)
    return view.requires_grad


@program((4,))
def leaf_of_a_written_view_of_no_gradients(w):
    with torch.no_grad():
        view = w[1:]
        view.mul_(2)
    return view.requires_grad, view.is_leaf


@program((4,))
def written_view_of_no_gradients_is_used(w):
    with torch.no_grad():
        view = w[1:]
        w.mul_(2)
    return view * 2


@program((4,), (4,))
def view_of_no_gradients_is_written_on_the_path_taken(w, x):
    with torch.no_grad():
        view = w[1:]
        if x.sum() > -100:
            view.tanh_()
    return view * 2


@program((4,), (4,))
def view_of_no_gradients_is_written_on_another_path(w, x):
    with torch.no_grad():
        view = w[1:]
        if x.sum() < -100:
            view.tanh_()
    (view * x[1:]).sum().backward()
    return view.is_leaf


@program((4,), (4,))
def view_of_no_gradients_is_made_and_written_in_a_loop(w, x):
    with torch.no_grad():
        for _ in range(int(x.detach().abs().sum()) % 3 + 1):
            view = w[1:]
            view.tanh_()
        return view.is_leaf


@program((4,), (4,))
def written_view_of_no_gradients_or_another(w, x):
    base = x.clone()
    view = torch.zeros(4, dtype=torch.float64)
    if w.sum() > -100:
        with torch.no_grad():
            view = base.expand(2, 4)[1]
            view.detach().add_(0)
    view.mean().backward()


@program((4,), (4,))
def one_of_several_is_written_on_a_path(w, x):
    first, second = (w * 2).chunk(2)
    with torch.no_grad():
        if x.sum() > -100:
            first.add_(1)
    return second * 2


@program((4,), (4,))
def none_of_several_is_written_on_the_path_taken(w, x):
    first, second = (w * 2).chunk(2)
    with torch.no_grad():
        if x.sum() < -100:
            first.add_(1)
    (second * 2).sum().backward()


@program((4,))
def view_is_a_leaf_to_a_write_until_it_was_used(w):
    x = plain()
    view = x.view(4)
    view[1:3] = w[:2]
    view *= 2


@program((4,))
def other_view_is_a_leaf_to_a_write_until_it_was_used(w):
    x = plain()
    view, other = x.view(2, 2), x[1:]
    other.mul_(w[1:])
    seen = view.requires_grad
    view.t().pow_(2)
    return seen


@program((4,))
def view_that_was_used_is_no_leaf_to_a_write(w):
    x = plain()
    view = x.view(4)
    view[1:3] = w[:2]
    y = view * 3
    view *= 2
    (view.sum() + y.sum()).backward()


@program((4,))
def view_that_was_asked_is_no_leaf_to_a_write(w):
    x = plain()
    view = x.view(4)
    view[1:3] = w[:2]
    seen = view.is_leaf
    view.clamp_(0).sum().backward()
    return seen


@program((4,), (4,))
def view_is_a_leaf_to_a_write_on_a_path(w, y):
    x = plain()
    view = x.view(4)
    if y.sum() > -100:
        view[1:3] = w[:2]
    view.add_(y)


@cases(globals())
def test_old_views(case: Any) -> None:
    check(case, case.inputs)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_leaf_that_a_loop_detached_is_nobodys_view(n: int) -> None:
    """What a trip made of an argument by `detach().requires_grad_()` is a leaf of its own."""

    def run(x, n):
        v = None
        for _ in range(n):
            v = x.detach().requires_grad_()
        return v[1]

    seen = []
    for call in (run, lith.to_static(run)):
        x = torch.ones(2, dtype=torch.float64, requires_grad=True)
        outcome = _outcome(call, [x, n])
        if outcome[0] == "result":
            outcome[1].backward()
        seen.append((outcome, x.grad))
    same(*seen)
