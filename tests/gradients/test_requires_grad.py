"""`requires_grad`, `requires_grad_` and `detach_`: what they change, and what eager says of them."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from gradients.harness import cases, check, program


def ones() -> torch.Tensor:
    return torch.ones(3, dtype=torch.float64)


@program((3,))
def taken_from_a_result(x):
    (x * 2).requires_grad_(False)


@program((3,))
def taken_from_a_result_by_its_attribute(x):
    y = x * 2
    y.requires_grad = False


@program((3,))
def given_to_a_result(x):
    y = (x * 2).requires_grad_()
    y.requires_grad = True


@program((3,))
def given_to_integers(x):
    torch.ones(3, dtype=torch.int64).requires_grad_()


@program((3,))
def given_to_integers_by_its_attribute(x):
    y = torch.ones(3, dtype=torch.int64)
    y.requires_grad = True


@program((3,))
def taken_from_a_view_of_a_leaf(x):
    x.view(3).requires_grad_(False)


@program((3,))
def view_is_detached_in_place(x):
    (x * 2)[1:].detach_()


@program((3,))
def view_that_requires_none_is_detached_in_place(x):
    ones()[1:].detach_()


@program((3,))
def view_of_no_gradients_is_detached_in_place(x):
    with torch.no_grad():
        v = x[1:]
    v.detach_()


@program((3,))
def view_that_is_detached_is_detached_in_place(x):
    return x[1:].detach().detach_()


@program((3,))
def leaf_is_detached_in_place(x):
    y = ones().requires_grad_()
    torch.detach_(y)
    return y.requires_grad, y.is_leaf


@program((3,))
def leaf_that_requires_none_any_more(x):
    y = ones().requires_grad_()
    z = y * 2
    y.requires_grad_(False)
    z.sum().backward()
    return y.grad, z.requires_grad, (y * 2).requires_grad


@program((3,))
def leaf_that_requires_none_any_more_after_a_loop(x):
    y = ones().requires_grad_()
    z = y
    while z.norm() < 20:
        z = z * 2
    y.requires_grad_(False)
    z.sum().backward()
    return y.grad


@program((3,))
def leaf_that_requires_one_again(x):
    y = ones().requires_grad_()
    z = y
    while z.norm() < 20:
        z = z * 2
    y.requires_grad_(False)
    y.requires_grad_(True)
    z.sum().backward()
    return y.grad


@program((3,))
def argument_that_requires_none_on_a_path(x):
    z = x * 2
    if x.sum() > 100:
        x.requires_grad_(False)
    z.sum().backward()
    return x.requires_grad


@cases(globals())
def test_requires_grad(case: Any) -> None:
    check(case, case.inputs)


def compare(function: Any, *inputs: Any) -> None:
    """Results, whether they and the inputs require a gradient, and what a backward outside gives."""
    import lith

    def outcome(call: Any) -> Any:
        args = [each.detach().clone().requires_grad_(each.requires_grad) for each in inputs]
        results = call(*args)
        seen = [(each.detach(), each.requires_grad, each.is_leaf) for each in [*results, *args]]
        for each in results:
            if each.requires_grad:
                each.sum().backward(retain_graph=True)
        return seen, [each.grad for each in args if each.is_leaf]

    torch.testing.assert_close(outcome(lith.to_static(function)), outcome(function))


LEAF = torch.arange(3.0, requires_grad=True)
PLAIN = torch.ones(3)


def test_results_that_are_detached_on_a_path() -> None:
    def view(x):
        v = x[1:].detach() if x.sum() > 0 else x[1:]
        return v, v * 2

    def other_view(x):
        v = x[1:].detach() if x.sum() < 0 else x[1:]
        return v, v * 2

    def leaf(x):
        v = x.detach() if x.sum() > 0 else x * 2
        return v, v * x

    def written(x):
        v = x.detach() if x.sum() > 0 else torch.ones(3)
        v.add_(x, alpha=0.5)
        return (v,)

    for function in (view, other_view, leaf, written):
        compare(function, LEAF)


def test_arguments_that_are_written_and_detached() -> None:
    def written(p, x):
        p.mul_(x)
        p.detach_()
        return (p * 2,)

    def written_again(p, x):
        p.mul_(x)
        p.detach_()
        p.add_(x)
        return (p * 2,)

    def made_a_leaf(p, x):
        p.mul_(x)
        p.detach_()
        p.requires_grad_()
        return (p * x,)

    for function in (written, written_again, made_a_leaf):
        compare(function, PLAIN, LEAF)


def test_leaves_that_require_none_are_written() -> None:
    def written(p, x):
        p.requires_grad_(False)
        p.mul_(x)
        return (p * 2,)

    compare(written, LEAF, LEAF)


def test_arguments_that_become_leaves() -> None:
    def always(p, x):
        p.requires_grad_()
        return (p * x,)

    def on_a_path(p, x):
        if x.sum() > 0:
            p.requires_grad_()
        return (p * x,)

    def on_another_path(p, x):
        if x.sum() < 0:
            p.requires_grad_()
        return (p * x,)

    def in_a_loop(p, x):
        p.requires_grad_()
        y = p * x
        while y.norm() < 20:
            y = y * 2
        return (y,)

    def where_a_path_has_not_made_it_one(p, x):
        y = p * 2
        if x.sum() > 0:
            y.mul_(x)
        y.requires_grad_()
        return (y * 1,)

    def of_a_result_that_a_loop_needs(p, x):
        y = (x * 2).requires_grad_()
        e = p
        while e.norm() < 20:
            e = e * 2 + y.sin()
        (q,) = torch.autograd.grad(e.sum(), [y], create_graph=True)
        return y, q

    for function in (
        always,
        on_a_path,
        on_another_path,
        in_a_loop,
        where_a_path_has_not_made_it_one,
        of_a_result_that_a_loop_needs,
    ):
        compare(function, PLAIN, LEAF)


@pytest.mark.parametrize("flag", [True, False])
def test_one_of_several_becomes_a_leaf_in_a_loop(flag: bool) -> None:
    def fn(x, y, flag, n):
        z = x if flag else y
        for _ in range(n):
            z.requires_grad_()

    for function in (fn, lith.to_static(fn)):
        x, y = torch.ones(2), torch.ones(2)
        function(x, y, flag, 2)
        assert (x.requires_grad, y.requires_grad) == (flag, not flag)


def test_what_may_require_one_already_is_refused() -> None:
    """It was left as it was, where the path had not made it require one."""

    def fn(x, y, n):
        v = x * 2
        if n > 1:
            v = v * y
        v.requires_grad_()
        return v

    with pytest.raises(lith.CompileError, match="one of several"):
        lith.to_static(fn)(torch.ones(3), torch.ones(3, requires_grad=True), 0)
