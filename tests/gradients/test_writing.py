"""Which tensors may be written where gradients are: eager's errors."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith
from gradients.harness import cases, check, program


@program((3,))
def leaf(w):
    w.mul_(2)


@program((3,))
def leaf_by_an_item(w):
    w[0] = 1.0


@program((3,))
def view_of_a_leaf(w):
    w.view(3, 1).add_(1)


@program((3,))
def leaf_that_is_contiguous(w):
    w.contiguous().mul_(2)


@program((2, 3))
def reshaped_leaf(w):
    w.reshape(-1).clamp_(-0.5, 0.5)


@program((2, 3))
def flattened_leaf_by_an_item(w):
    w.flatten()[0] = 1.0


@program((2, 3))
def flattened_leaf_by_an_activation(w):
    F.relu(w.flatten(0), inplace=True)


@program((2, 3))
def reshaped_copy_of_a_leaf(w):
    y = w.t().reshape(-1)
    y.mul_(2)
    (y * y).sum().backward()


@program((2, 3))
def flattened_copy_of_a_leaf(w):
    y = w[:, :2].flatten()
    y[0] = 0
    (y * y).sum().backward()


@program((2, 3))
def leaf_or_a_copy_on_paths(w):
    y = w.contiguous() if w.sum() > 0 else w.t().contiguous()
    y.mul_(2)
    (y * y).sum().backward()


@program((2, 3))
def reshaped_leaf_without_gradients(w):
    with torch.no_grad():
        w.reshape(-1).clamp_(-0.5, 0.5)
        w.t().contiguous().mul_(2)
    (w * w).sum().backward()
    return w.detach()


@program((3,))
def leaf_without_gradients(w):
    x = torch.ones(3, dtype=torch.float64).requires_grad_()
    with torch.no_grad():
        x.add_(1)
    return x.detach(), x.requires_grad, x.is_leaf


@program((3,))
def view_made_without_gradients(w):
    y = w * 2
    with torch.no_grad():
        v = y.view(-1)
    v.add_(1)


@program((3,))
def view_made_without_gradients_takes_one(w):
    x = torch.ones(3, dtype=torch.float64) * w.detach()
    with torch.no_grad():
        v = (x * w).view(-1)
    v.mul_(w)
    return v.detach()


@program((3,))
def view_made_and_written_without_gradients(w):
    y = w * 2
    with torch.no_grad():
        y.view(-1).add_(1)
    y.sum().backward()
    return y.detach()


@program((3,))
def what_a_view_made_without_gradients_is(w):
    y = w * 2
    with torch.no_grad():
        v, u = y.view(-1), w.view(-1)
    z = v * 3
    z.sum().backward()
    return v.requires_grad, v.is_leaf, u.requires_grad, u.is_leaf, z.requires_grad


@program((3,))
def what_a_leaf_made_inside_is(w):
    y = w.detach().clone()
    y.requires_grad_(True)
    with torch.no_grad():
        v = y.view(-1)
    return (y * 2).requires_grad, y.requires_grad, v.requires_grad, v.is_leaf


@program((3,))
def view_made_without_gradients_becomes_a_leaf(w):
    with torch.no_grad():
        v, u = (w * 2).view(3, 1), (w.detach() * 3)[1:]
    v.requires_grad_()
    u.requires_grad_()
    (v * v).sum().backward()
    (u * u).sum().backward()
    return v.grad, u.grad, v.is_leaf, u.is_leaf


@program((3,))
def view_of_what_needs_one_becomes_a_leaf(w):
    y = w * 2
    with torch.no_grad():
        v = y.view(3, 1)
    v.requires_grad_()
    (v * v).sum().backward()
    return v.grad, v.is_leaf


@program((3,))
def detached_without_gradients(w):
    with torch.no_grad():
        d = w.detach()
    return d.requires_grad, d.is_leaf, (d * 2).requires_grad


@program((4,))
def one_of_several(w):
    a, _ = (w * 2).split(2)
    a.add_(1)


@program((4,))
def one_of_several_by_sizes(w):
    _, b = (w * 2).split([1, 3])
    b.add_(1)


@program((4,))
def one_of_a_chunk(w):
    _, b = (w * 2).chunk(2)
    b[0] = 1.0


@program((2, 3))
def one_of_the_rows(w):
    a, _ = (w * 2).unbind()
    a.add_(1)


@program((4,))
def view_of_one_of_several(w):
    a, _ = (w * 2).split(2)
    a.view(-1).add_(1)


@program((4,))
def one_of_several_without_gradients(w):
    y = w * 2
    a, _ = y.split(2)
    with torch.no_grad():
        a.add_(1)
    y.sum().backward()
    return y.detach()


@program((4,))
def one_of_several_that_need_no_gradient(w):
    x = torch.ones(4, dtype=torch.float64)
    a, _ = x.split(2)
    a.add_(1)
    return x


@program((4,))
def one_of_several_takes_a_gradient(w):
    x = torch.ones(8, dtype=torch.float64)
    a, _ = x.split(4)
    a.mul_(w)


@program((7,))
def activations_in_place(x):
    for activation in (
        F.leaky_relu,
        F.relu,
        F.elu,
        F.celu,
        F.selu,
        F.hardtanh,
        F.silu,
        F.mish,
        F.hardswish,
        F.hardsigmoid,
    ):
        y = activation(x * 2, inplace=True)
        (y * y).sum().backward()


@program((3,))
def written_where_a_mask_says(x):
    v = x * 1
    v[v > 0.5] = 0.25
    if x.sum() > 100:
        print("large")
    v.sum().backward()


@program((4,), (4,))
def into_what_was_detached(x, w):
    y = x * 2
    cut, other = y.detach(), y.detach()
    view = cut[1:]
    cut[0] = w.sum()
    view[:2] = w[:2] * 3
    print(cut.requires_grad, view.requires_grad, other.requires_grad, cut.is_leaf, other.is_leaf)
    (cut * x).sum().backward(retain_graph=True)
    (view.exp().sum() + y.sum()).backward()


@program((4,), (4,))
def into_a_leaf_that_is_none_any_more(x, w):
    y = x.detach().requires_grad_()
    y.requires_grad_(False)
    y[1:3] = w[:2]
    y.mul_(w)
    y.sum().backward()


@program((4,), (4,))
def into_what_is_a_leaf_on_a_path(x, w):
    y = x.abs() if w.sum() > 0 else x.detach().requires_grad_()
    if y.is_leaf:
        y.requires_grad_(False)
    y[1:3] = w[:2]
    part = y[2:]
    part.mul_(3)
    y.sum().backward()


@program((4,), (4,))
def into_what_is_detached_on_a_path(x, w):
    y = x * 2
    if w.sum() > 0:
        y = y.detach()
    y[1:3] = w[:2]
    y.sum().backward()


@program((4,))
def before_it_is_split(x):
    """The parts are views of what it is after the write, though it was used before."""
    v = (x * 2).expand(2, 4)[1]
    used = v * 3
    v[0] = 0.5
    first, second = v.split(2)
    (first * second + used.sum()).sum().backward()


@program((3,))
def detached_takes_the_leaf_itself(w):
    v = w.detach()
    v.copy_(w)
    v /= 2
    v.sum().backward()
    return v.is_leaf


@program((3,))
def buffer_takes_a_leaf(w):
    v = torch.zeros(3, dtype=torch.float64).detach()
    v.copy_(w)
    v.mul_(3)
    v.sum().backward()


def test_one_of_several_arguments_in_an_unrolled_loop() -> None:
    """Which of them has the gradient, only run time knows: refused, not forgotten."""

    def fn(x, y, z):
        v = y.abs()
        i = 0
        while i < 3:
            i += 1
            v *= x
            v = z if y[-1] < 0.3 else y
        return v

    leaf = torch.ones(3, requires_grad=True)
    with pytest.raises(lith.CompileError, match="LTH0505"):
        lith.to_static(fn)(leaf, torch.zeros(3, requires_grad=True), torch.ones(3))


def test_one_that_a_trip_of_a_loop_leaves() -> None:
    """Which was first met in the loop: an argument may be what is written after it."""

    def fn(x, y, w, z):
        v = y.detach()
        for _ in w:
            v = z
        v += x
        return z

    leaf = torch.ones(3, requires_grad=True)
    with pytest.raises(lith.CompileError, match="LTH0505"):
        lith.to_static(fn)(leaf, torch.ones(3, requires_grad=True), torch.ones(2), torch.ones(3))


def _rows(z, y, n):
    m = torch.diag(z) if n > 2 else torch.outer(z, y)
    for row in m:
        row[row > 0.5] = 0.25
    return m


@pytest.mark.parametrize("isFirst", [True, False])
@pytest.mark.parametrize("isSecond", [True, False])
def test_rows_of_what_paths_choose(isFirst: bool, isSecond: bool) -> None:
    """Eager raises where a gradient is required: on one path only, it is refused, and never raises on the other."""
    z, y = (torch.tensor([1.0, 0.2], requires_grad=each) for each in (isFirst, isSecond))
    compiled = lith.to_static(_rows)
    for n in (3, 1, 3):
        if isSecond and not isFirst:
            with pytest.raises(lith.CompileError, match="LTH0505"):
                compiled(z, y, n)
        elif isFirst:
            with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
                _rows(z, y, n)
            with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
                compiled(z, y, n)
        else:
            assert torch.equal(compiled(z, y, n), _rows(z, y, n))


def _contiguous(x, i):
    y = x[0].contiguous()
    y.mul_(2)
    return (x[0] * y).sum()


def _reshaped(x, i):
    x[0].reshape(-1).relu_()
    return (x[0] * x[0]).sum()


def _flattened(x, i):
    x[0].flatten()[0] = 10
    return (x[0] * x[0]).sum()


def _copied_into(x, i):
    x[0].contiguous().copy_(x[1])
    return x[0].sum()


def _one_of_a_list(x, i):
    x[i].mul_(2)
    return x[0].sum() + x[1].sum()


@pytest.mark.parametrize("run", [_contiguous, _reshaped, _flattened, _copied_into, _one_of_a_list])
def test_arguments_that_were_computed(run: Any) -> None:
    """Refused by whatever name they are written; where a leaf is passed it raises as in eager."""
    leaf = torch.ones(2, 3, requires_grad=True)
    with pytest.raises(lith.CompileError, match="LTH0505"):
        lith.to_static(run)([leaf * 2, leaf * 3], 1)
    for call in (run, lith.to_static(run)):
        with pytest.raises(RuntimeError, match="^a (view of a )?leaf Variable that requires grad"):
            call([leaf, leaf.detach().requires_grad_()], 1)


@pytest.mark.parametrize("of", [lambda x: x.contiguous(), lambda x: x.reshape(-1), torch.ravel])
def test_a_leaf_in_another_order(of: Any) -> None:
    """Whether it is copied depends on the strides of the call."""

    def run(x):
        y = of(x)
        y.mul_(2)
        return (y * y).sum()

    compiled = lith.to_static(run)
    for make in (lambda: torch.ones(3, 2).t(), lambda: torch.ones(2, 3)):
        seen = []
        for call in (run, compiled):
            x = make().requires_grad_()
            try:
                call(x).backward()
                seen.append(x.grad)
            except RuntimeError as error:
                seen.append(str(error))
        assert type(seen[0]) is type(seen[1])
        torch.testing.assert_close(*seen) if torch.is_tensor(seen[0]) else None


@pytest.mark.parametrize("isKnown", [True, False])
def test_views_of_before_the_call(isKnown: bool) -> None:
    """An argument and a view of it have memory of their own to the compiler: refused, whichever was passed first."""

    @lith.to_static
    def fn(base, view, w):
        base.mul_(w)
        return (view * 2).sum() + base.sum()

    def arguments():
        return torch.ones(3), torch.ones(2), torch.ones(3, requires_grad=True)

    base, view, w = arguments()
    if isKnown:
        fn(base, view, w).backward()
        assert torch.equal(w.grad, torch.ones(3))
    base, _, w = arguments()
    with pytest.raises(lith.CompileError, match="views of before the call"):
        fn(base, base[:2], w)
    base, _, w = arguments()
    with pytest.raises(lith.CompileError, match="views of before the call"):
        fn(base, base.detach()[:2], w)  # which is no view of it, but no guard tells them apart


@pytest.mark.parametrize("padding_idx", [None, 1])
def test_embedding_with_a_largest_norm(padding_idx: int | None) -> None:
    """Its weight, a leaf, is written, where no gradients are."""
    index = torch.tensor([0, 1, 3, 1])
    seen = []
    for made in (lambda f: f, lith.to_static):
        torch.manual_seed(0)
        table = torch.nn.Embedding(5, 3, padding_idx=padding_idx, max_norm=1.0)
        call = made(table)
        for _ in range(2):
            (call(index) * torch.arange(3.0)).sum().backward()
        seen.append([table.weight, table.weight.grad])
    torch.testing.assert_close(*seen)


@cases(globals())
def test_writing(case: Any) -> None:
    check(case, case.inputs)


GEOMETRIES = [
    lambda x: x.t_(),
    lambda x: x.unsqueeze_(0),
    lambda x: x.transpose_(0, 1),
    lambda x: x[:, 1:].t_(),
    lambda x: x.swapaxes_(0, 0),
]


@pytest.mark.parametrize("index", range(len(GEOMETRIES)))
def test_another_geometry_of_a_leaf(index: int) -> None:
    """Other sizes and strides are a write for eager; without gradients they are none."""
    run = GEOMETRIES[index]
    compiled = lith.to_static(run)
    for call in (run, compiled):
        with pytest.raises(RuntimeError, match="^a (view of a )?leaf Variable that requires grad"):
            call(torch.ones(1, 3, requires_grad=True))
    with torch.no_grad():
        for x in (torch.ones(1, 3), torch.ones(1, 3, requires_grad=True)):
            assert run(x.clone()).shape == compiled(x.clone()).shape


def test_objection_before_other_arguments() -> None:
    """What is wrong with the other arguments is found out after whether the tensor may be written at all."""

    def run(x, other):
        return x.mul_(other)

    for call in (run, lith.to_static(run)):
        with pytest.raises(RuntimeError, match="^a leaf Variable that requires grad"):
            call(torch.ones(3, requires_grad=True), torch.ones(2))
        with pytest.raises(RuntimeError, match="^The size of tensor a"):
            call(torch.ones(3), torch.ones(2))
