"""Tensors that differ from path to path: whether they are leaves, may be written, get a gradient."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from gradients.harness import cases, check, program


def ones() -> torch.Tensor:
    return torch.ones(3, dtype=torch.float64)


@program((3,), (3,))
def leaf_or_another_is_written(x, y):
    v = x if x.sum() > 0 else y
    v.add_(1)


@program((3,), (3,))
def leaf_or_none_is_written(x, y):
    v = x if x.sum() > 0 else y * 2
    v.add_(1)
    v.sum().backward()


@program((3,), (3,))
def none_or_leaf_is_written(x, y):
    v = x if x.sum() < 0 else y * 2
    v.add_(1)
    v.sum().backward()


@program((3,), (3,))
def view_of_a_leaf_or_none_is_written(x, y):
    v = ones()
    if x.sum() > -100:
        v = x[:]
    v.clamp_(-1, 1)


@program((3,), (3,))
def view_of_one_of_two_is_written(x, y):
    v = x if x.sum() > -100 else y * 2
    v[1:].mul_(2)


@program((3,), (3,))
def leaf_of_the_trip_before_is_written(x, y):
    v = ones()
    for _ in range(int(x.detach().abs().sum()) % 4 + 1):
        v.add_(1)
        v = x


@program((3,), (3,))
def leaf_or_not_of_the_trip_before_is_written(x, y):
    v = ones()
    for i in range(int(y.detach().abs().sum()) % 4 + 3):
        v.mul_(2)
        v = x if i == 1 else v * x


@program((3,), (3,))
def leaf_that_met_others_twice_is_written(x, y):
    v = x if y.sum() > -100 else y * 2
    u = v if y.sum() > -200 else ones()
    u.mul_(2)


@program((3,), (3,))
def leaf_or_not(x, y):
    v = x if x.sum() > 0 else y * 2
    u = x if x.sum() < 0 else y * 2
    return v.is_leaf, u.is_leaf, v.requires_grad


@program((3,), (3,))
def view_made_without_gradients_on_a_path(x, y):
    a = x * 2
    if x.sum() > -100:
        with torch.no_grad():
            v = a[1:]
    else:
        v = a[1:]
    v.mul_(2)


@program((3,), (3,))
def leaf_on_both_paths(x, y):
    v = ones()
    if x.sum() > 0:
        v.requires_grad_()
    else:
        v.mul_(2).requires_grad_()
    (v * x).sum().backward()
    return v.grad


@program((3,), (3,))
def leaf_on_one_path(x, y):
    v = ones()
    if x.sum() > -100:
        v.requires_grad_()
    (v * x).sum().backward()
    return v.grad


@program((3,), (3,))
def leaf_on_no_path_that_was_taken(x, y):
    v = ones()
    if x.sum() < -100:
        v.requires_grad_()
    (v * x).sum().backward()
    return v.grad


@program((3,), (3,))
def leaves_made_on_paths(x, y):
    if x.sum() > -100:
        v = ones().requires_grad_()
    else:
        v = (ones() * 2).requires_grad_()
    (v * x).sum().backward()
    return v.grad


@program((3,), (3,))
def detached_in_place_on_a_path(x, y):
    v = x * 2
    if x.sum() > -100:
        v.detach_()
    (v * y).sum().backward()


@program((3,), (3,))
def detached_in_place_on_another_path(x, y):
    v = x * 2
    if x.sum() < -100:
        v.detach_()
    (v * y).sum().backward()


@program((3,), (3,))
def gradient_of_one_of_two(x, y):
    c = x if x.sum() > 0 else y
    return torch.autograd.grad((x * x).sum(), c, allow_unused=True)[0]


@program((3,), (3,))
def gradient_of_the_other_of_two(x, y):
    c = x if x.sum() < 0 else y
    return torch.autograd.grad((x * x).sum(), c, allow_unused=True)[0]


@program((3,), (3,))
def gradient_of_one_that_requires_none(x, y):
    c = x if x.sum() < 0 else y.detach()
    return torch.autograd.grad((x * x).sum(), c, allow_unused=True)[0]


@program((3,))
def view_made_without_gradients(x):
    with torch.no_grad():
        v = x.view(3)
    (v * 3).sum().backward()
    return v.grad is None, v.requires_grad, v.is_leaf


@program((3,), (3,))
def gradient_of_a_view_made_without_gradients(x, y):
    with torch.no_grad():
        v = x.view(3)
    return torch.autograd.grad((v * y).sum(), [v, y], allow_unused=True)


@program((3,))
def view_made_without_gradients_that_asks_for_one(x):
    with torch.no_grad():
        v = x.view(3)
    v.requires_grad_()
    (v * 3).sum().backward()
    return v.grad


@program((3,), (3,))
def gradient_of_a_mean_of_one_of_two(x, y):
    """The gradient of a mean is one number expanded, which no leaf keeps as it is."""
    c = x if x.sum() > 0 else y
    for _ in range(2):
        c.mean().backward()


@program((3,), (3,))
def gradient_of_two_that_is_one(x, y):
    c = x + y if x.sum() > -100 else x - y
    c.sum().backward()
    x.grad.mul_(2)


@program((3,), (3,))
def gradient_that_is_given(x, y):
    c = x + y if x.sum() > -100 else x - y
    g = torch.arange(3.0, dtype=torch.float64)
    c.backward(g)
    x.grad.mul_(2)
    return g


@program((4, 4), (4,))
def written_where_another_path_has_a_view_of_no_gradients(w, y):
    v = w.sum(1)
    with torch.no_grad():
        for row in w:
            v = torch.outer(y, row).tanh()[-1]
    v[v > 0.5] = 0.25
    return y.sum() + v.sum()


@program((3,), (3, 3))
def view_without_gradients_or_another_is_seen_and_written(x, w):
    with torch.no_grad():
        v = x[1:] if x.sum() > 0 else w[0]
    v[-1] = w.mean()


@program((3,))
def detached_or_not_is_seen_without_gradients_and_written(x):
    v = x.detach() if x.sum() < 10 else x
    with torch.no_grad():
        part = v[1:]
    part.mul_(x[0])


@program((3,), (3,))
def leaf_or_another_is_seen_without_gradients_and_written(x, y):
    v = x if x.sum() > 0 else y * 2
    with torch.no_grad():
        part = v[1:]
    part.mul_(x[0])


@pytest.mark.parametrize("other", [range(1, 3), slice(1, 3)], ids=["range", "slice"])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_in_a_list_beside_what_has_no_type(other: Any, sign: float) -> None:
    """A list of run time with a range in it may hold anything, tensors that require a gradient among them."""

    def fn(x):
        out = [torch.exp(x), [torch.sin(x)], other]
        if x.sum() > 1:
            out.append(2)
        return out

    def made(x):
        out = [torch.ones(2, requires_grad=True) * 2, other]
        if x.sum() > 1:
            out.append(2)
        return out

    assert lith.to_static(made)(torch.ones(2) * sign)[0].requires_grad
    gradients = []
    for run in (fn, lith.to_static(fn)):
        x = (sign * torch.arange(1.0, 4.0)).requires_grad_()
        exp, (sin,), *rest = run(x)
        (exp.sum() + 2 * sin.sum()).backward()
        gradients.append((x.grad, rest))
    torch.testing.assert_close(gradients[1][0], gradients[0][0])
    assert gradients[1][1] == gradients[0][1]


@cases(globals())
def test_joined(case: Any) -> None:
    check(case, case.inputs)
