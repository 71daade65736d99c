"""torch.autograd.Function: the user's backward is the gradient."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from gradients.harness import cases, check, program


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x**3 * scale

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        print("backward", ctx.needs_input_grad)
        return grad * 3 * x**2 * ctx.scale * 10, None


class Split(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, first, second):
        return first * 2 + second * 5


class TooFew(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * y

    @staticmethod
    def backward(ctx, grad):
        return grad


class Straight(torch.autograd.Function):
    """The input as it is, its gradient reversed."""

    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return -grad


@program((3,))
def cube(w):
    y = Cube.apply(w * 2, 0.5)
    (y * y).sum().backward()
    return y.is_leaf, y.requires_grad


@program((3,))
def one_of_two_results(w):
    first, second = Split.apply(w)
    (second * w).sum().backward()
    return first.requires_grad


@program((3,))
def too_few_gradients(w):
    TooFew.apply(w, w * 2).sum().backward()


@program((3,))
def argument_that_comes_back(w):
    y = w * 2
    z = Straight.apply(y)
    (z * y).sum().backward()
    return z is y


@program((5, 3))
def in_a_loop(xs):
    total = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        total = Cube.apply(total + x, 0.1)
        if total.abs().max() > 5:
            break
    total.sum().backward()


class Flat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.sizes = x.shape
        return x.view(-1)

    @staticmethod
    def backward(ctx, grad):
        return grad.view(ctx.sizes) * 2


@program((3, 2))
def view_of_the_argument(w):
    y = Flat.apply(w * 3)
    (y * y).sum().backward()


@program((3, 2))
def view_of_a_leaf(w):
    (Flat.apply(w) ** 2).sum().backward()


class Said(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, name):
        ctx.name = name
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print(ctx.name)
        return grad * 2, None


@program((3,), (3,))
def younger_one_of_a_path_runs_first(x, y):
    first = Said.apply(x, "first")
    second = Said.apply(y if x.sum() > -100 else y * 2, "second")
    (first * second).sum().backward()


@program((3,), (3,))
def younger_one_of_trips_runs_first(x, y):
    first = Said.apply(x, "first")
    for _ in range(int(x.detach().abs().sum()) % 3):
        y = y.tanh()
    second = Said.apply(y, "second")
    third = Said.apply(x * y, "third")
    (first * second * third).sum().backward()


@cases(globals())
def test_functions(case: Any) -> None:
    check(case, case.inputs)


calls: list[int] = []


class Notes(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        calls.append(len(calls))
        return grad * 2


def test_a_gradient_that_changes_objects_raises_across_a_call() -> None:
    loss = lith.to_static(lambda x: Notes.apply(x).sum())(torch.ones(3, requires_grad=True))
    with pytest.raises(RuntimeError, match="a gradient that changes Python objects"):
        loss.backward()
    assert calls == []


class OfOtherSizes(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return torch.ones(3)


def test_a_gradient_of_other_sizes_raises() -> None:
    """Whether the sizes are known or those of an argument."""

    def inside():
        w = torch.ones(2, requires_grad=True)
        OfOtherSizes.apply(w).sum().backward()
        return w.grad

    said = (
        r"Function OfOtherSizesBackward returned an invalid gradient at index 0 - got \[3\] but "
        r"expected shape compatible with \[2\]"
    )
    for call in (inside, lith.to_static(inside)):
        with pytest.raises(RuntimeError, match=said):
            call()
    for wrap in (lambda f: f, lith.to_static):
        x = torch.ones(2, requires_grad=True)
        with pytest.raises(RuntimeError, match=said):
            wrap(lambda x: OfOtherSizes.apply(x).sum().backward())(x)
        with pytest.raises(RuntimeError, match=said):
            wrap(lambda x: OfOtherSizes.apply(x))(x).sum().backward()


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * grad * x


def test_a_graph_that_was_freed_inside_raises_outside() -> None:
    def run(x):
        made = Product.apply(x)
        made.sum().backward()
        return made

    for call in (run, lith.to_static(run)):
        with pytest.raises(RuntimeError, match="a second time"):
            call(torch.ones(2, requires_grad=True)).sum().backward()


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        return grad * result


def test_what_is_saved_is_written_on_some_paths() -> None:
    def inside(x):
        made = Exp.apply(x)
        if x.sum() > 0:
            made.add_(1)
        made.sum().backward()

    def across(x):
        made = Exp.apply(x)
        try:
            made.add_(1)
        except RuntimeError:
            pass
        return made

    def twice(run):
        return lambda x: run(x).sum().backward()

    for call in (inside, lith.to_static(inside), twice(across), twice(lith.to_static(across))):
        x = torch.ones(2, requires_grad=True)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            call(x)
        assert x.grad is None


def test_an_argument_that_comes_back_has_the_gradient_of_the_function() -> None:
    """It shares the caller's memory: as a view of that, its gradient would go past the function."""

    def alone(x):
        return Straight.apply(x)

    def listed(x):
        return [Straight.apply(x), Straight.apply(x).view(1, 2)]

    module = torch.nn.Identity()
    module.register_full_backward_hook(lambda m, given, got: (given[0] * 3,))

    def of_module(x):
        return module(x)

    for run in (alone, listed, of_module):
        grads = []
        for call in (run, lith.to_static(run)):
            x = torch.ones(2, requires_grad=True)
            made = call(x)
            for each in made if isinstance(made, list) else [made]:
                each.sum().backward()
            grads.append(x.grad)
        torch.testing.assert_close(grads[1], grads[0])


def test_gradients_are_added_whatever_add_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(x):
        return torch.cat([x, x])

    weights = torch.arange(6.0)
    x = torch.ones(3, requires_grad=True)
    monkeypatch.setattr(torch.Tensor, "__add__", lambda self, other: self * 10)
    compiled = lith.to_static(lambda x: twice(x) if x.sum() > 1 else x)
    torch.autograd.backward(compiled(x), weights)
    torch.testing.assert_close(x.grad, torch.tensor([3.0, 5.0, 7.0]))
