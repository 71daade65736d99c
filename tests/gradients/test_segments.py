"""Graphs that differ from path to path and from trip to trip."""

from __future__ import annotations

from typing import Any

import torch

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


@program((3,))
def backward_in_a_loop(w):
    i = 0
    while i < int(w.detach().abs().sum() * 3):
        (w * w * i).sum().backward()
        i += 1
    return i


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


@cases(globals())
def test_segments(case: Any) -> None:
    check(case, case.inputs)
