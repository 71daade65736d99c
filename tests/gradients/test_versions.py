"""What a graph has kept is written before the backward: eager's error, at the place and in the words."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import lith
from gradients.harness import cases, check, program


@program((3,))
def result_is_written(w):
    y = w.exp()
    y.add_(1)
    y.sum().backward()


@program((3,))
def argument_is_written(w):
    x = w * 2
    y = x.sin()
    x.add_(1)
    y.sum().backward()


@program((3,))
def nothing_was_kept_of_what_is_written(w):
    x = w * 2
    y = x.exp()
    x.add_(1)
    y.sum().backward()


@program((3,))
def written_after_the_backward(w):
    y = w.exp()
    y.sum().backward()
    y.add_(1)
    return y.detach()


@program((3,))
def leaf_is_written_where_no_gradients_are(w):
    x = torch.ones(3, dtype=torch.float64).requires_grad_()
    y = x.sin() * w
    with torch.no_grad():
        x.add_(1)
    y.sum().backward()


@program((3,))
def factor_without_gradient_is_written(w):
    x = torch.ones(3, dtype=torch.float64)
    y = x * w
    x.mul_(2)
    y.sum().backward()


@program((3,))
def only_one_factor_needs_the_other(w):
    x = torch.ones(3, dtype=torch.float64)
    y = x * w
    with torch.no_grad():
        y.mul_(2)
    y.sum().backward()


@program((2, 2))
def result_of_several_steps_is_written(w):
    sign, size = torch.linalg.slogdet(w @ w.T)
    lower = torch.linalg.lu(w)[1]
    lower.add_(size.detach() * sign)
    try:
        (lower.sum() + size).backward()
    except RuntimeError as error:
        return str(error).partition(":")[0]


@program((5,))
def base_of_several_views_is_written(w):
    y = w * 2
    a, b = y.split([2, 3])
    c = a * 3
    y.add_(1)
    return c.sum() + b.sum()


@program((3, 2))
def rows_that_are_written_while_they_are_iterated_over(w):
    y = (w * w).sum()
    for t in w:
        t.detach().mul_(2)
    for t in w:
        with torch.no_grad():
            t.add_(1)
    return y + w.sum()


@program((4,))
def parts_of_several_trips(w):
    y = w
    for i in range(3):
        a, b = (y * 2).chunk(2)
        y = torch.cat([a * i, b])
        with torch.no_grad():
            w.mul_(0.5)
    return a.sum() + y.sum()


@program((5,))
def base_of_several_views_is_written_when_they_are_used(w):
    y = w * 2
    a, b = y.split([2, 3])
    c = a.exp() + b.sum()
    y[4].add_(1)
    c.sum().backward()


@program((5,))
def several_views_on_paths(w):
    y = w * 2
    a, b = y.split([2, 3])
    c = a.sum()
    if c > 100:
        c = c + b.exp().sum()
    for _ in range(2):
        c = c + b.sum() * a.sum()
    c.backward()


@program((3,), (3,))
def kept_for_a_gradient_that_is_not_asked_for(w, v):
    x = w * 1
    y = x * v
    x.add_(1)
    return torch.autograd.grad(y.sum(), [w])


@program((3,))
def kept_only_for_a_factor_with_a_gradient(w):
    x = torch.ones(3, dtype=torch.float64)
    y = torch.addcmul(w, x, x, value=2).index_add(0, torch.tensor([0]), x[:1], alpha=3)
    y.mul_(2)
    x[0] = 3.0
    y.sum().backward()


@program((3,))
def written_through_a_view_that_was_not_used(w):
    y = w.exp()
    z = y[0:2] * 3
    y[2] = 0.0
    z.sum().backward()


@program((3, 3))
def views_of_what_is_written(w):
    z = w[0:2].exp()
    q = z.T.sin()
    z.add_(1)
    q.sum().backward()


@program((3,))
def written_through_detach(w):
    y = w.exp()
    y.detach().add_(1)
    y.sum().backward()


@program((3,))
def written_through_data_after_the_backward(w):
    y = w * w.data
    y.sum().backward()
    w.data.add_(1)


@program((3,))
def written_in_place_where_paths_meet(w):
    x = w * 2
    try:
        x.mul_(w)
        if w.sum() > -100:
            raise ValueError("a")
        x.mul_(w)
    except ValueError:
        x.add_(1)
    x.sum().backward()


@program((3,))
def in_place_operators_keep_copies(w):
    x = w * 2
    x.sin_()
    x.pow_(2)
    x *= 3
    x.sum().backward()


@program((3,))
def in_place_result_is_written(w):
    x = w * 2
    x.exp_()
    x.add_(1)
    x.sum().backward()


@program((3,))
def activation_in_place_is_written(w):
    y = torch.nn.functional.elu(w * 2, inplace=True)
    z = y * 3
    y.add_(1)
    try:
        z.sum().backward()
    except RuntimeError as error:
        return str(error).partition(":")[0]


@program((3,))
def activation_that_is_a_method_is_written(w):
    y = torch.celu_(w * 2)
    z = y * 3
    y.add_(1)
    try:
        z.sum().backward()
    except RuntimeError as error:
        return str(error).partition(":")[0]


@program((3,))
def activation_in_place_is_not_written(w):
    y = torch.nn.functional.leaky_relu(w * 2, inplace=True)
    (y * y).sum().backward()


@program((3,))
def written_out_of_a_list(w):
    made = []
    for _ in range(int(w.detach().abs().sum() * 0) + 2):
        made.append(w.exp())
    with torch.no_grad():
        made[0].add_(1)
    (made[0] + made[1]).sum().backward()


@program((3,))
def written_out_of_a_list_where_nothing_was_kept(w):
    made = []
    for _ in range(int(w.detach().abs().sum() * 0) + 2):
        made.append(w * 2)
    with torch.no_grad():
        made[0].add_(1)
    (made[0] + made[1]).sum().backward()
    return made[0].detach()


@program((3,))
def written_out_of_a_dict(w):
    made = {}
    for i in range(int(w.detach().abs().sum() * 0) + 2):
        made[i] = w.exp()
    with torch.no_grad():
        made[1].add_(1).add_(1)
    made[0].sum().backward()
    made[1].sum().backward()


@program((3,))
def factor_out_of_a_list_is_written(w):
    made = []
    for _ in range(int(w.detach().abs().sum() * 0) + 2):
        made.append(torch.ones(3, dtype=torch.float64))
    y = w * made[1]
    made[1].mul_(2)
    y.sum().backward()


@program((3,))
def another_one_of_a_list_is_written(w):
    made = []
    for _ in range(int(w.detach().abs().sum() * 0) + 2):
        made.append(torch.ones(3, dtype=torch.float64))
    y = w * made[1]
    made[0].mul_(2)
    y.sum().backward()
    return made


@program((3,))
def written_through_a_list_in_the_loop_that_fills_it(w):
    made = []
    for _ in range(int(w.detach().abs().sum() * 0) + 2):
        made.append(w.exp())
        with torch.no_grad():
            made[0].add_(1)
    (made[0] + made[1]).sum().backward()


@program((3,))
def written_by_a_recursion(w):
    def written(n, y):
        if n > 0:
            return written(n - 1, y)
        with torch.no_grad():
            y.add_(1)
        return y

    y = w.exp()
    written(int(w.detach().abs().sum() * 0) + 2, y)
    y.sum().backward()


def _deep(v, n):
    return v if n <= 0 else torch.tanh(_deep(v, n - 1) * v)


@program((3,))
def written_where_it_may_come_of_a_recursion(w):
    y = torch.tanh(w * 2)
    if y[0] < 5:
        y = _deep(w * 1, int(w.detach().abs().sum() * 0) + 2)
    with torch.no_grad():
        y.clamp_(-1, 0.01)
    y.sum().backward()


def _products(v, w, n):
    return v if n <= 0 else torch.tanh(_products(v, w, n - 1) @ w)


@program((3, 3))
def factors_that_a_recursion_keeps_for_nobody(w):
    """Of the first product only the second factor requires a gradient, so that it is not kept."""
    n = int(w.detach().abs().sum() * 0) + 1
    y = _products(torch.ones(3, dtype=torch.float64), w, n)
    z = _products(torch.ones(3, dtype=torch.float64), w, n + 1)
    with torch.no_grad():
        w.sub_(0.1)
    y.sum().backward()
    try:
        z.sum().backward()
    except RuntimeError as error:
        return str(error).partition(":")[0]


@program((3,))
def written_result_that_several_backwards_need(w):
    """Each finds that it was written: none has used up what the one before it did not get to."""
    y = w.sigmoid()
    y.copy_(y)
    said = []
    for _ in range(int(w.detach().abs().sum() * 0) + 3):
        try:
            y.sum().backward()
        except RuntimeError as error:
            said.append(str(error).partition(":")[0])
    return said, y.unbind()[0] * y


@program((3,))
def activation_in_a_view_is_written(w):
    y = torch.nn.functional.leaky_relu((w * 2).view(1, 3), inplace=True)
    z = y * 3
    y.add_(1)
    try:
        z.sum().backward()
    except RuntimeError as error:
        return str(error).partition(":")[0]


@program((3,))
def activation_in_place_that_several_nodes_need(w):
    y = torch.nn.functional.leaky_relu(w - 2, inplace=True)
    z = torch.nn.functional.elu_(w * 2)
    a = y
    for _ in range(int(w.detach().abs().sum() * 0) + 2):
        a = a * y * z
    return a.sum() + (y * z).sum()


@program((3,))
def in_place_by_itself(w):
    x = w * 2
    x.mul_(x)
    x.sum().backward()


@program((3,))
def part_of_what_was_made_of_it(w):
    x = w * 2
    x[1:] = x.sin()[1:]
    x.sum().backward()


@program((3,))
def written_on_one_path(w):
    y = w.exp()
    if w.sum() > 0:
        y.add_(1)
    y.sum().backward()


@program((3,))
def written_on_no_path_that_is_taken(w):
    y = w.exp()
    if w.sum() > 100:
        y.add_(1)
    y.sum().backward()


@program((3,))
def written_equally_on_both_paths(w):
    x = w * 2
    if w.sum() > 0:
        x.add_(1)
    else:
        x.mul_(2)
    y = x.sin()
    y.sum().backward()


@program((3,))
def written_in_a_loop(w):
    y = w.exp()
    for _ in range(int(w.detach().abs().sum()) + 1):
        y.add_(1)
    y.sum().backward()


@program((3,))
def backward_in_a_loop_that_writes(w):
    x = torch.ones(3, dtype=torch.float64)
    n = int(w.detach().abs().sum()) + 2
    for _ in range(n):
        (x * w).sum().backward()
        x.add_(1)
    return x


@program((3,))
def second_backward_in_a_loop_that_writes(w):
    x = torch.ones(3, dtype=torch.float64)
    y = (x * w).sum()
    for _ in range(int(w.detach().abs().sum()) + 2):
        y.backward(retain_graph=True)
        x.add_(1)


@program((3, 4), (4, 2))
def steps_write_what_the_next_uses(w, v):
    x = torch.arange(6.0, dtype=torch.float64).reshape(2, 3) / 6
    n = int(w.detach().abs().sum() * 0) + 3
    for _ in range(n):
        loss = (torch.tanh(x @ w) @ v).square().mean()
        loss.backward()
        with torch.no_grad():
            for p in (w, v):
                p -= 0.1 * p.grad
                p.grad = None
    return w.detach(), v.detach()


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad


@program((3,))
def saved_by_a_function(w):
    x = w * 2
    y = Square.apply(x)
    x.add_(1)
    y.sum().backward()


@program((3,))
def result_of_a_function_is_written(w):
    y = Square.apply(w)
    y.mul_(w)
    y.sum().backward()


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        product = x * y
        ctx.save_for_backward(y, product)
        return product, x - y

    @staticmethod
    def backward(ctx, grad, other):
        y, product = ctx.saved_tensors
        return grad * y + other, grad * product


@program((3,))
def own_result_of_a_function_is_written(w):
    y = Product.apply(w, w * 2)[0]
    y.mul_(w)
    y.sum().backward()


@program((4,))
def result_kept_for_an_exponent_without_a_gradient_is_written(x):
    y = (x * x + 1) ** torch.ones(4, dtype=torch.float64)
    y.mul_(2)
    try:
        y.sum().backward()
    except RuntimeError:
        return "raised"
    return x.grad


@program((4,), (4,))
def cell_that_trips_write_is_kept(x, y):
    z = y.detach()
    total = z.unbind()[0] * x
    v = z * 2 + 3
    z[0] = 0.5
    for _ in range(int(x.detach().abs().sum()) % 2 + 2):
        v **= x
    try:
        (v.sum() + total.sum()).backward()
    except RuntimeError:
        return "raised"
    return x.grad


@program((4,), (4,))
def copy_of_a_kept_result_is_written(x, z):
    v = x.softmax(0)
    if z.sum() > -100:
        v = v.reshape(2, 2).T.reshape(4)
    v.add_(z)
    v.square().sum().backward()


@program((3,), (3,), (3,))
def nothing_asked_for_leads_through_what_is_written(w, x, y):
    scale = torch.ones(3, dtype=torch.float64)
    kept = w * scale
    scale.mul_(2)
    e = kept.tanh() * y
    if x.sum() > -100:
        e = e * x
    return torch.autograd.grad(e.sum(), [y])[0]


@program((3, 4))
def input_of_dropout_is_written(x):
    torch.manual_seed(0)
    h = x * 1
    h += torch.nn.functional.dropout(h, 0.5)
    k = x * 2
    y = torch.nn.functional.alpha_dropout(k, 0.5, True)
    k.mul_(3)
    (h * y * k).sum().backward()


@program((2, 3), (2, 3))
def factor_of_what_needs_no_gradient_is_written(x, y):
    v = y.detach() * 1
    u = x * 1
    made = torch.linalg.cross(u, v)
    u.mul_(2)
    (made * u).sum().backward()


@cases(globals())
def test_versions(case: Any) -> None:
    check(case, case.inputs)


@pytest.mark.parametrize("operation", ["tanh_", "sigmoid_", "exp_", "relu_"])
def test_a_trip_writes_what_the_trip_before_has_kept(operation: str) -> None:
    """The result of an operation in place is kept for its gradient: the next trip writes into it."""

    def run(x, n):
        y = x * 2
        for _ in range(n):
            getattr(y, operation)()
        return y.sum()

    compiled = lith.to_static(run)
    for n in (0, 1, 2, 3):
        seen = []
        for call in (run, compiled):
            x = torch.ones(2, requires_grad=True)
            try:
                call(x, n).backward()
                seen.append(x.grad)
            except RuntimeError as error:
                assert "modified by an inplace operation" in str(error)
                seen.append(None)
        torch.testing.assert_close(*seen)


def through_the_argument(x, n):
    one = x if n <= 2 else x * 2
    kept = (
        one.abs().requires_grad_()
    )  # whether it is a leaf only run time knows: the graph is made here
    with torch.no_grad():
        x.sub_(1)
    return kept


def through_another_that_may_be_it(x, n):
    one, other = (x, x) if n <= 2 else (x * 2, x)
    kept = one.abs().requires_grad_()
    with torch.no_grad():
        other.sub_(1)
    return kept


def in_a_loop(x, n):
    one = x if n <= 2 else x * 2
    kept = one
    for _ in range(n):
        kept = one.abs().requires_grad_()
        with torch.no_grad():
            x.sub_(1)
    return kept


@pytest.mark.parametrize("run", [through_the_argument, through_another_that_may_be_it, in_a_loop])
def test_one_of_several_is_kept(run: Any) -> None:
    """A graph of run time keeps one of several tensors; one of these is written under its own name."""
    compiled = lith.to_static(run)
    for n in (1, 2, 3):
        seen = []
        for call in (run, compiled):
            x = torch.randn(4, generator=torch.Generator().manual_seed(0)).requires_grad_()
            try:
                call(x, n).sum().backward()
                seen.append(x.grad)
            except RuntimeError as error:
                assert "modified by an inplace operation" in str(error)
                seen.append(None)
        torch.testing.assert_close(*seen)
