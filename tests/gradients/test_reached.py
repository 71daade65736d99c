"""User code of a graph, hooks and `torch.autograd.Function`s, runs where eager runs it, as often,
with the gradients that eager gives it: None or zeros where no gradient came.

Programs take the leaves `x` and `y` and `z`, a number of trips that only run time knows; what they
print tells when the user's code ran.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import pytest
import torch

import lith
from gradients.harness import same


class Nothing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print("nothing")


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print("twice", grad is None)
        return grad * 2


class Bare(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print("bare", grad is None)
        return None if grad is None else grad * 2


class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x, y)
        return x * y, x - y

    @staticmethod
    def backward(ctx, a, b):
        x, y = ctx.saved_tensors
        print("pair", a is None, b is None, ctx.needs_input_grad)
        if a is None:
            return b, -b
        if b is None:
            return a * y, a * x
        return a * y + b, a * x - b


class Zeros(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x - y, x + 1

    @staticmethod
    def backward(ctx, a, b, c):
        x, y = ctx.saved_tensors
        print("zeros", [float(each.sum()) == 0 for each in (a, b, c)])
        return a * y + b + c, a * x - b


def zeros_come_to_a_function(x, y, z):
    return Nothing.apply(Twice.apply(x))


def none_comes_to_a_function(x, y, z):
    return Nothing.apply(Bare.apply(x))


def none_goes_through_operators(x, y, z):
    return Nothing.apply(Twice.apply(x).exp() * 2)


def none_comes_to_a_hook(x, y, z):
    a = x * 2
    a.register_hook(lambda grad: print("hook", grad is None))
    return Nothing.apply(a)


def none_comes_to_a_hook_of_a_leaf(x, y, z):
    handle = x.register_hook(lambda grad: print("hook", grad is None))
    Nothing.apply(x).sum().backward()
    handle.remove()
    return y


def a_hook_cannot_replace_none(x, y, z):
    a = x * 2
    a.register_hook(lambda grad: torch.ones(4, dtype=torch.float64))
    Nothing.apply(a).sum().backward()
    return y


def inside(x, y, z):
    Nothing.apply(Twice.apply(x)).sum().backward()
    return y


def nothing_is_kept_of_none(x, y, z):
    a = Twice.apply(x)
    a.retain_grad()
    Nothing.apply(a).sum().backward()
    return y if a.grad is None else y + a.grad


def asked_for(x, y, z):
    a = Twice.apply(x)
    grads = torch.autograd.grad(Nothing.apply(a).sum(), [x, a], allow_unused=True)
    print([each is None for each in grads])
    return y


def in_trips(x, y, z):
    a = Twice.apply(x)
    for _ in range(int(z)):
        a = Nothing.apply(a)
    return a


def pair_in_trips(x, y, z):
    a, b = Pair.apply(x, y)
    c = x * 1
    for i in range(int(z)):
        if i % 2 == 0:
            c = c + a.sin()
        else:
            c = c * b
    return c


def zeros_in_trips(x, y, z):
    a, b, d = Zeros.apply(x, y)
    c = x * 1
    for i in range(int(z)):
        if i % 3 == 0:
            c = c + a.sin()
        elif i % 3 == 1:
            c = c * b
        else:
            c = c - d
    return c


def not_wanted(x, y, z):
    v = x * Pair.apply(y, y)[1]
    e = x.tanh() * x
    for _ in range(int(z)):
        e = e * v.sin()
    (grad,) = torch.autograd.grad(e.sum(), [x], create_graph=True)
    return grad


def once_for_all_trips(x, y, z):
    v = x * Twice.apply(y)
    e = x.tanh() * x
    for _ in range(int(z)):
        e = e * v.sin()
    (grad,) = torch.autograd.grad(e.sum(), [x], create_graph=True)
    return grad


def freed_by_a_backward_inside(x, y, z):
    a = x.exp()
    b = a
    for _ in range(int(z)):
        b = b * 2
    a.sum().backward()
    return b


def freed_in_each_trip(x, y, z):
    kept = []
    for i in range(int(z)):
        loss = (x * y).exp().sum() * i
        kept.append(loss)
        loss.backward()
    return kept[-1] if kept else x


def freed_in_a_container(x, y, z):
    kept = []
    for i in range(int(z)):
        loss = (x * y).exp().sum() * i
        kept.append(loss)
        kept[i].backward()
    if kept:
        loss.backward()
    return x


def once_in_a_gradient_of_a_gradient(x, y, z):
    kept = Twice.apply(y) * x
    for _ in range(int(z)):
        kept = kept.sin()
    (g,) = torch.autograd.grad(kept.sum(), x, create_graph=True)
    (g * g).sum().backward(retain_graph=True)
    return g


def after_a_backward_that_raised(x, y, z):
    kept = x * 2
    product = kept.sin() * y
    for _ in range(int(z)):
        product = product * kept
    kept.mul_(2)
    try:
        torch.autograd.grad(product.sum(), [y, x])
    except RuntimeError:
        print("raised")
    return x * 3 + y


def returned_early(x, y, z):
    loss = (x * y).exp().sum()
    if z > 1:
        return loss
    loss.backward()
    return x * 2


PROGRAMS = [
    each
    for each in list(globals().values())
    if callable(each)
    and getattr(each, "__code__", None)
    and each.__code__.co_varnames[:3] == tuple("xyz")
]


def seen(function: Callable[..., Any], trips: int) -> list[Any]:
    """Result or error, gradients and what was printed."""
    torch.manual_seed(0)
    x, y = (torch.randn(4, dtype=torch.float64, requires_grad=True) for _ in range(2))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            made = function(x, y, torch.tensor(float(trips)))
            made.sum().backward()
            result: Any = made.detach()
        except lith.CompileError:
            raise
        except Exception as error:
            result = f"{type(error).__name__}: {error}".partition("\n")[0]
    return [result, x.grad, y.grad, printed.getvalue()]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_user_code_runs_where_eager_runs_it(program: Any) -> None:
    compiled = lith.to_static(program)
    for trips in (0, 1, 2, 5):
        same(seen(program, trips), seen(compiled, trips))


class OfOtherKinds(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, what):
        ctx.what = what
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return (0, None) if ctx.what == 0 else (grad, grad)


def test_a_function_gives_tensors_or_none() -> None:
    for what in (0, 1):
        said = []
        for wrap in (lambda f: f, lith.to_static):
            with pytest.raises(RuntimeError) as raised:
                wrap(lambda x, w=what: OfOtherKinds.apply(x, w).sum().backward())(
                    torch.ones(2, requires_grad=True)
                )
            said.append(str(raised.value))
        assert said[0] == said[1]


def test_a_hook_that_comes_too_late_is_refused() -> None:
    def late(x, z):
        a = x * 2
        c = a
        for _ in range(int(z)):
            c = c * a
        a.register_hook(lambda grad: grad * 2)
        return c

    def removed_late(x, z):
        kept = []
        a = x * 2
        handle = a.register_hook(lambda grad: grad * 2)
        for _ in range(int(z)):
            kept.append(a)
        handle.remove()
        return torch.stack(kept)

    for program in (late, removed_late):
        with pytest.raises(lith.CompileError, match="LTH0505"):
            lith.to_static(program)(torch.ones(2, requires_grad=True), torch.tensor(2))
