"""Graphs that differ from path to path and from trip to trip."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

import lith
from gradients.harness import cases, check, program


@program((3,), (3,))
def two_histories_meet(w, v):
    y = w * w if w.sum() > v.sum() else v.exp() * w
    (y * 2).sum().backward()


@program((3,), (3,))
def on_one_path_only(w, v):
    y = torch.ones(3, dtype=torch.float64)
    if w.sum() > v.sum():
        y = y * w
    z = y * v
    z.sum().backward()
    return y.requires_grad


@program((3,))
def sum_of_what_no_path_made_require_a_gradient(w):
    y = torch.ones(3, dtype=torch.float64)
    for _ in range(int(w.detach().sum() > 100)):
        y = y * w
    return y.requires_grad, y.sum().requires_grad, (y * w).requires_grad


@program((5, 3), (3, 3), (3, 3))
def recurrent_cell_with_break(xs, w, u):
    h = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        h = torch.tanh(x @ w + h @ u)
        if h.norm() > 1.4:
            break
    h.sum().backward()


@program((5, 3), (3, 3))
def list_that_is_stacked(xs, w):
    states = []
    h = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        h = torch.tanh(x @ w + h)
        states.append(h)
    (torch.stack(states) ** 2).sum().backward()


@program((3,), (3, 2))
def size_that_the_back_edge_knows(x, w):
    parts = []
    going = True
    while going:
        parts.append((x @ w)[0])
        x = x + 0.5
        going = bool(x[0] < 1)
    torch.stack(parts).sum().backward()


@program((4,), (4,))
def detached_takes_what_a_loop_uses(x, w):
    """The backward inside uses up the node of the write, to which the result leads, too."""
    v = (x + 1).detach()
    v *= w
    y = v * 2
    for _ in range(int(x.detach().abs().sum()) % 3):
        y = y + 1
    y.sum().backward()
    v.sum().backward()


def powers(v, w, n):
    return v if n <= 0 else torch.tanh(powers(v, w, n - 1) @ w)


@program((4,), (4, 4))
def backward_in_a_loop_of_a_loop(x, w):
    """The inner loop fills the gradient, which the outer one does not change by itself."""
    y = powers(x, w, int(x.detach().abs().sum() * 3.7) % 3)
    rows = torch.cat(x.split(2)[::-1])
    i = 0
    while i < 1 and bool((x < 9).any()):
        i += 1
        for _ in range(int(x.detach().abs().sum())):
            y.sum().backward(retain_graph=True)
            if rows.is_leaf:
                rows.requires_grad_(False)


@program((3,))
def backward_in_a_loop(w):
    i = 0
    while i < int(w.detach().abs().sum() * 3):
        (w * w * i).sum().backward()
        i += 1
    return i


@program((3,), (4, 3))
def elements_written_after_backward_in_a_loop(w, v):
    for _ in range(int(w.detach().abs().sum())):
        (w * w).sum().backward()
    x = v.sum(0)
    x[torch.tensor([2, 0])] = w[:2] * 3
    x[x < 0] = 0.5
    (x * v[0]).sum().backward()
    return x.detach()


@program((3,))
def backward_in_a_list_that_an_exception_may_leave(w):
    seen = []
    for _ in range(int(w.detach().abs().sum())):
        try:
            for _ in seen:
                w.mean().backward()
            seen = [w]
        except RuntimeError:
            print("caught")


@program((3,))
def product_of_unknown_length(w):
    y = torch.ones(3, dtype=torch.float64)
    while y.abs().max() < 20 and y.abs().max() > 0.001:
        y = y * (w + 0.5)
    y.sum().backward()


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


TREE = Tree(
    torch.ones(3, dtype=torch.float64),
    Tree(torch.arange(3, dtype=torch.float64), Tree(torch.full((3,), 0.5, dtype=torch.float64))),
    Tree(torch.full((3,), -1.0, dtype=torch.float64)),
)


def encoded(tree, w):
    h = torch.tanh(tree.value @ w)
    if tree.left is not None:
        h = h + encoded(tree.left, w) * 0.5
    if tree.right is not None:
        h = h * encoded(tree.right, w)
    return h


@program((3, 3))
def recursion_over_a_tree(w):
    encoded(TREE, w).sum().backward()


def repeated(x, w, depth):
    return x if depth == 0 else torch.tanh(repeated(x, w, depth - 1) @ w)


@program((3,), (3, 3))
def recursion_of_unknown_depth(x, w):
    repeated(x, w, int(x.detach().abs().sum() * 2)).sum().backward()


@program((4, 3), (3, 3))
def made_before_a_loop_that_uses_it(xs, w):
    shared = (w * w).tanh()
    total = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        total = torch.tanh(total + x @ shared)
        if total.sum() > 1.0:
            total = total * shared.sum()
    (total.sum() + shared.sum()).backward()


@program((3,), (3, 3))
def shared_by_paths_and_by_what_comes_after(x, w):
    for _ in range(3):
        h = torch.tanh(x @ w)
        y = h * h if h.sum() > 0 else h.exp()
        x = x + h + y
    (x * x).sum().backward()


class Block(nn.Module):
    """Both paths need `h`, and the sum after them needs `x`."""

    def __init__(self) -> None:
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))

    def forward(self, x):
        h = torch.tanh(x * self.w)
        y = h * 2 if h.sum() > 0 else h * 3
        return x + y


def test_graphs_grow_with_the_program() -> None:
    """What several paths lead to is one node, not part of each path's."""

    def lines(count: int) -> int:
        model = lith.to_static(nn.Sequential(*(Block() for _ in range(count))))
        model(torch.randn(3))
        return str(model.graph).count("\n")

    few, many = lines(4), lines(12)
    assert many < 4 * few


@program((4, 3), (3,))
def gradient_of_what_a_loop_began_with(xs, w):
    h = w * 2
    y = h
    for x in xs:
        y = torch.tanh(y + x)
    return torch.autograd.grad(y.sum(), h)


@program((3,), (3,))
def gradient_of_what_met(w, v):
    h = w * v
    y = h.exp() if h.sum() > 0 else h * h
    z = y * y if y.sum() > 1 else y * 3
    return torch.autograd.grad(z.sum(), (y, w), retain_graph=True)


@program((4, 3), (3,))
def gradient_of_a_gradient_of_a_loop(xs, w):
    y = w
    for x in xs:
        y = torch.tanh(y * x)
    (g,) = torch.autograd.grad(y.sum(), w, create_graph=True)
    (g * g).sum().backward()


@program((3,), (3,))
def gradient_of_a_gradient_of_paths(w, v):
    h = w.exp() * v
    y = h * w if h.sum() > 0 else h * h.sin() * w
    (g,) = torch.autograd.grad((y * h).sum(), w, create_graph=True)
    (g * g + y).sum().backward()


@program((4, 3), (3,))
def hessian_vector_product_of_a_loop_with_break(xs, w):
    y = w * w
    for x in xs:
        y = torch.sin(y * x)
        if y.sum() > 1:
            break
    (g,) = torch.autograd.grad(y.sum(), w, create_graph=True)
    return torch.autograd.grad((g * xs[0]).sum(), w)


@program((4, 3), (3,))
def steps_that_are_differentiated(xs, w):
    fast = w
    for x in xs:
        loss = ((fast * x).sin() ** 2).sum()
        (g,) = torch.autograd.grad(loss, fast, create_graph=True)
        fast = fast - 0.1 * g
    ((fast * xs[0]) ** 2).sum().backward()


@program((4, 3), (3,))
def penalty_of_the_size_of_a_gradient(xs, w):
    for x in xs:
        x = x.detach().requires_grad_()
        score = torch.tanh(x * w).sum()
        (g,) = torch.autograd.grad(score, x, create_graph=True)
        (score + ((g.norm() - 1) ** 2)).backward()


@program((3,), (3,), (3,))
def leaves_that_were_reached_before_a_node_raised(w, v, u):
    """They have their gradients; those to which more would have come have none."""
    first = w.exp()
    y = first * u
    for _ in range(2):
        first.mul_(2)
        y = y * v.sin()
    try:
        (y + u).sum().backward()
    except RuntimeError as error:
        print(str(error)[:60])
    return v.grad is None, u.grad is None


@program((5,))
def second_order_of_parts_that_became_one(x):
    y = torch.cat(x.split(2)[::-1])
    (g,) = torch.autograd.grad((y**3).sum(), [x], create_graph=True)
    return torch.autograd.grad((g**3).sum(), [x])[0]


@program((3, 2), (3, 2))
def second_order_of_a_stack_of_a_list(x, w):
    rows = []
    for row in x:
        rows.append(row * row if row.sum() > 0 else row)
    y = torch.stack(rows, 1)
    (g,) = torch.autograd.grad((y**3 * w.t()).sum(), [x], create_graph=True)
    (g[1] * w[0]).sum().backward()


@program((4,), (4,))
def some_parts_of_the_gradient_of_a_list_are_used(x, w):
    parts = []
    for i in range(int(w.detach().abs().sum()) % 3 + 2):
        parts.append(x[i : i + 1] * w[:1] if i < 2 else torch.ones(2, dtype=torch.float64))
    (g,) = torch.autograd.grad((torch.cat(parts) ** 3).sum(), [x], create_graph=True)
    (g[0] * w).sum().backward()


@program((2, 2), (3,))
def list_of_what_was_written_meets_a_loop(y, w):
    v = y.clone()
    turned = v.t()
    scaled = turned.exp().sum() * v
    turned += 1
    kept = [scaled * 2]
    for _ in w:
        if kept:
            kept.pop()
    return len(kept)


@cases(globals())
def test_segments(case: Any) -> None:
    check(case, case.inputs)
