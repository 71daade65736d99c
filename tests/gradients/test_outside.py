"""Programs whose graphs differ from call to call, differentiated outside of them."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith
from gradients.harness import cases, check, program


@program((3,), (3,))
def two_histories_meet(w, v):
    return w * w if w.sum() > v.sum() else v.exp() * w


@program((5, 3), (3, 3), (3, 3))
def recurrent_cell_with_break(xs, w, u):
    h = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        h = torch.tanh(x @ w + h @ u)
        if h.norm() > 1.4:
            break
    return h


@program((5, 3), (3, 3))
def states_of_all_trips(xs, w):
    states = []
    h = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        h = torch.tanh(x @ w + h)
        states.append(h)
    return states


@program((3,), (3,))
def several_results(w, v):
    y = w.exp()
    return y, y * v, v.detach() * 2, (w * v).sum()


def repeated(x, w, depth):
    return x if depth == 0 else torch.tanh(repeated(x, w, depth - 1) @ w)


@program((3,), (3, 3))
def recursion_of_unknown_depth(x, w):
    return repeated(x, w, int(x.detach().abs().sum() * 2))


@program((3,), (3,))
def hooks_of_a_graph_that_goes_on_outside(w, v):
    y = w * v
    y.register_hook(lambda g: g.clamp(max=1) * v.detach().norm())
    z = y.exp()
    z.register_hook(lambda g: g * 10 if g.sum() > 1 else g)
    return z + y, y * 2


@program((3,))
def hooks_in_a_loop_of_run_time(w):
    y = w
    while y.norm() < 20:
        y = y * 2 + 1
        y.register_hook(lambda g: g * 0.5)
    return y


@program((3,))
def view_made_without_gradients(x):
    part = x.sum()
    while part < -100:
        part = part * 2
    with torch.no_grad():
        view = x[1]
    return view, part


class Prints(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print("ran")
        return grad * 2


def _leaf_inside(x):
    made = torch.ones(2, requires_grad=True)
    return (made * x).sum()


def _leaf_that_leaves(x):
    made = torch.ones(2, requires_grad=True)
    return made, (made * x).sum()


def _leaf_in_a_container(x):
    kept = []
    for i in range(int(x.sum())):
        made = torch.full((2,), float(i), requires_grad=True)
        kept.append((made * x).sum())
    return kept


def _detached_leaf(x):
    made = torch.ones(2, requires_grad=True)
    return made, made.detach(), made * 2


@pytest.mark.parametrize(
    "run", [_leaf_inside, _leaf_that_leaves, _leaf_in_a_container, _detached_leaf]
)
@pytest.mark.parametrize("grad_mode", [True, False])
def test_leaves_that_a_program_makes(run: Any, grad_mode: bool) -> None:
    """Where no argument requires a gradient: results that lead to them require one."""

    def facts(call: Any) -> Any:
        with torch.set_grad_enabled(grad_mode):
            made = call(torch.ones(2))
        made = made if isinstance(made, (tuple, list)) else (made,)
        required = [(each.requires_grad, each.is_leaf) for each in made]
        for each in made:
            if each.requires_grad:
                each.sum().backward(retain_graph=True)
        return required, [each.grad for each in made if each.is_leaf]

    torch.testing.assert_close(facts(lith.to_static(run)), facts(run))


def _mean(x):
    return x.mean()


def _product_with_a_number(x):
    return x * 2


def _sum_in_a_loop(x):
    while x.sum() < 10:
        x = x + 2
    return x


def _product_in_a_loop(x):
    while x.sum() < 10:
        x = x * 2
    return x


@pytest.mark.parametrize("run", [_mean, _product_with_a_number, _sum_in_a_loop, _product_in_a_loop])
def test_second_backward(run: Any) -> None:
    """It raises where eager keeps something, be it a number, and nowhere else."""

    def twice(call: Any) -> Any:
        x = torch.ones(2, requires_grad=True)
        y = call(x).sum()
        y.backward()
        try:
            y.backward()
        except RuntimeError as error:
            return str(error)
        return x.grad.tolist()

    assert twice(lith.to_static(run)) == twice(run)


def _steps(x):
    w = torch.ones(2)
    for t in x:
        w = torch.tanh(w * t)
    return w


def _of_square(y, x, g):
    return g.pow(2).sum()


def _of_square_and_result(y, x, g):
    return g.pow(2).sum() + y.exp().sum()


@pytest.mark.parametrize("second", [_of_square, _of_square_and_result])
@pytest.mark.parametrize("first", [torch.sum, torch.linalg.vector_norm])
def test_second_order_of_a_loop(first: Any, second: Any) -> None:
    """One backward comes to the nodes of the loop by the gradient and by the result: they are used up
    once, when it is over."""

    def found(call: Any) -> Any:
        x = torch.randn(3, 2, generator=torch.Generator().manual_seed(0)).requires_grad_()
        y = call(x)
        (g,) = torch.autograd.grad(first(y), x, create_graph=True)
        total = second(y, x, g)
        total.backward()
        try:
            total.backward()
        except RuntimeError as error:
            return x.grad, str(error)
        return x.grad, ""

    (expected, error), (gradient, said) = found(_steps), found(lith.to_static(_steps))
    torch.testing.assert_close(gradient, expected)
    assert said == error


PRODUCTS = [
    (F.linear, [(2, 3), (4, 3), (4,)]),
    (F.linear, [(5, 2, 3), (4, 3)]),
    (lambda x, w: x @ w.t(), [(2, 3), (4, 3)]),
    (lambda x, w: x @ w, [(2, 3), (3, 4)]),
    (lambda x, w: x.t() @ w.t(), [(3, 2), (4, 3)]),
]


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("run, shapes", PRODUCTS)
def test_strides_of_products(run: Any, shapes: Any, inside: bool) -> None:
    """The gradient of a transposed factor lies as that does, so that the one of a weight is in order."""

    def gradients(call: Any, *args: Any) -> Any:
        return torch.autograd.grad(call(*args).sin().sum(), args)

    def whole(*args):
        return torch.autograd.grad(run(*args).sin().sum(), args)

    args = [torch.randn(shape, requires_grad=True) for shape in shapes]
    found = lith.to_static(whole)(*args) if inside else gradients(lith.to_static(run), *args)
    for one, other in zip(found, whole(*args), strict=True):
        assert one.stride() == other.stride()
        torch.testing.assert_close(one, other)


def _detaches(h, w):
    h.detach_()
    return h * w


def _detaches_and_asks(h, w):
    h.detach_().requires_grad_()
    return h * w


def _detaches_and_writes(h, w):
    h.detach_()
    h.mul_(2)
    return h * w + h


@pytest.mark.parametrize("of", [lambda x: x, lambda x: x * 2])
@pytest.mark.parametrize("run", [_detaches, _detaches_and_asks, _detaches_and_writes])
def test_detached_in_place(run: Any, of: Any) -> None:
    """An argument that was computed before the call is one that the call detaches."""

    def facts(call: Any) -> Any:
        x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        h = of(x)
        try:
            call(h, w).sum().backward()
        except RuntimeError as error:
            return str(error)
        return h.requires_grad, h.is_leaf, h.tolist(), [str(each.grad) for each in (x, w)]

    assert facts(lith.to_static(run)) == facts(run)


def _view(x):
    with torch.no_grad():
        return x.view(-1)


def _row_and_view(x):
    with torch.no_grad():
        return x[0], x.t()


def _detached(x):
    return x.detach()


def _written(x):
    with torch.no_grad():
        row = x[0]
        row += 1
    return row


def _viewed_after_it_was_written(x):
    with torch.no_grad():
        x.mul_(2)
        return x[0]


def _on_some_paths(x):
    with torch.no_grad():
        return x[0] if x.sum() > 1 else 3


def _or_of_another_dtype(x):
    with torch.no_grad():
        return x[0] if x.sum() > 1 else x.long()


def _in_a_list_of_run_time(x):
    found = [x.detach()]
    with torch.no_grad():
        while len(found) < x.sum():
            found.insert(0, x[0])
    return tuple(found)


RUNS = [
    _view, _row_and_view, _detached, _written, _viewed_after_it_was_written,
    _on_some_paths, _or_of_another_dtype, _in_a_list_of_run_time,
]  # fmt: skip


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("of", [lambda x: x, lambda x: x * 1])
@pytest.mark.parametrize("around", [contextlib.nullcontext, torch.no_grad, torch.inference_mode])
def test_views_of_arguments_without_gradients(run: Any, of: Any, around: Any) -> None:
    """They are what eager makes: written, differentiated, and where their base is written."""

    def said(action: Any) -> Any:
        try:
            return action()
        except RuntimeError as error:
            return str(error)

    def facts(call: Any) -> Any:
        all_of_them = []
        for action in (
            lambda x, view: view.add_(1).tolist(),
            lambda x, view: x.add_(1).tolist(),
            lambda x, view: (view * 2).sum().backward(),
        ):
            x = of(torch.arange(6.0).reshape(2, 3).clone().requires_grad_())
            with around():
                made = call(x)
            view = made[0] if isinstance(made, tuple) else made
            before = [
                view.requires_grad,
                said(lambda view=view: view.is_leaf),
                str(said(lambda view=view: view.grad_fn))[:40],
            ]
            done = said(lambda action=action, x=x, view=view: action(x, view))
            grad = said(lambda view=view: view.is_leaf and view.grad)
            all_of_them.append((before, done, str(grad), x._version > 0))
        return all_of_them

    assert facts(lith.to_static(run)) == facts(run)


def test_only_nodes_that_lead_to_what_is_asked_for_run(capsys: Any) -> None:
    """In a graph of run time: code of the user's does not run in others."""

    def run(x, w):
        y = x
        while y.sum() < 9:
            y = y * 2
        left, right = Prints.apply(y), Prints.apply(w * 3)
        loss = (left * right + Prints.apply(right)).sum()
        first = torch.autograd.grad(loss, w, retain_graph=True)
        print("second")
        return first, torch.autograd.grad(loss, x)

    args = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    expected, printed = run(*args), capsys.readouterr().out
    torch.testing.assert_close(lith.to_static(run)(*args), expected)
    assert capsys.readouterr().out == printed


@program((4, 4), (4,))
def used_up_inside_but_without_saved_tensors(w, x):
    y = w.mean(0) + x
    y.mean().backward()
    return y, w.sum(1) * 2


@program((4, 4))
def detached_view_that_is_written(w):
    part = w[0].detach()
    part[1:3] = w.sum(1)[:2]
    return part, w.exp()


@program((3,), (3,))
def written_where_a_path_has_frozen_it(x, y):
    v = x * 1
    if x.sum() > -100:
        v = y
        v.requires_grad_(False)
    v = v.exp() * v + x
    y.zero_()
    return v


@program((4,), (4,))
def argument_written_with_a_leaf_of_the_program(x, y):
    z = y.detach()
    z.view(4).mul_(x.detach().requires_grad_())
    return z


@cases(globals())
def test_outside(case: Any) -> None:
    check(case, case.inputs, across=True)


@pytest.mark.parametrize("detach", [lambda x: x.detach(), lambda x: x.data], ids=["detach", "data"])
def test_detached_arguments_in_a_list_of_run_time(detach) -> None:
    def run(x, n):
        made = []
        for _ in range(n):
            made.append(detach(x))
        return made

    x = torch.ones(2, requires_grad=True)
    for each in lith.to_static(run)(x, 2):
        assert each is not x and not each.requires_grad
        assert each.data_ptr() == x.data_ptr()


@program((3,), (3,))
def frozen_at_the_end(w, x):
    y, z = w * 2, x.prod()
    w.requires_grad_(False)
    x.requires_grad_(False)
    return y, z, w.requires_grad


@program((3,), (3,))
def frozen_and_written_on_a_path(w, x):
    if w[0] < 0.3:
        with torch.no_grad():
            w.zero_()
        w.requires_grad_(False)
    return w * x


def test_a_leaf_that_was_frozen_requires_none_but_results_do() -> None:
    def run(x):
        y = x.exp()
        x.requires_grad_(False)
        return y

    def facts(call: Any) -> Any:
        x = torch.ones(2, requires_grad=True)
        y = call(x)
        before = y.requires_grad, x.requires_grad
        y.sum().backward()
        return before, x.grad

    assert facts(lith.to_static(run)) == facts(run) == ((True, False), None)


@program((4, 4), (4,))
def hook_of_a_view_that_leaves_on_a_path(w, x):
    v = w[-1]
    if x[2] < 0.3:
        v.register_hook(lambda grad: grad.tanh())
    else:
        v = torch.ones_like(v, requires_grad=True)
    return v


def test_plain_argument_written_with_a_leaf_of_the_program() -> None:
    """It requires a gradient afterwards, though nobody can ask for that leaf's."""

    def run(x, z):
        z.view(4).mul_(x.detach().requires_grad_())

    for call in (run, lith.to_static(run)):
        z = torch.ones(4)
        call(torch.ones(4, requires_grad=True), z)
        assert z.requires_grad
        z.sum().backward()
