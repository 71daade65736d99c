"""Instances and tensors that a program makes, which are equal to themselves only, as keys."""

import weakref

import torch
from language.harness import case
from torch import nn


class Node:
    def __init__(self, name, *kids):
        self.name = name
        self.kids = kids


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x

    def __hash__(self):
        return hash(self.x)


def visited(n):
    shared = Node("shared")
    root = Node("root", shared, Node("other", shared) if n > 2 else shared)
    seen, order = set(), []

    def go(node):
        if node in seen:
            return order.append(node.name + "!")
        seen.add(node)
        order.append(node.name)
        for kid in node.kids:
            go(kid)

    go(root)
    return order, len(seen), shared in seen, Node("shared") in seen


def values_by_object(n):
    a, b = Node("a"), Node("b")
    held = {a: 1, b: n}
    held[a] += 2
    held.setdefault(b, 7)
    c = a if n > 2 else b
    return (
        held[a],
        held[b],
        held.get(Node("a")),
        a in held,
        c in held,
        held[c],
        held.pop(b),
        len(held),
    )


def by_value(n):
    held = {Point(1): "one", Point(n): "n"}
    return held.get(Point(1)), held.get(Point(2)), len(held)


def tensors(x):
    y = x + 1
    held = {y: 1, x: 2}
    z = y if x.sum() > 0 else x
    return held[y], held[x], (x * 1) in held, held.get(x.clone(), 5), z.sum()


def made_module(x, width):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(x.shape[1], width), nn.ReLU(), nn.Linear(width, 1))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(2)
    names = [name for name, _ in model.named_parameters()]
    return (
        model(x).detach(),
        names,
        sum(p.numel() for p in model.parameters()),
        len(list(model.modules())),
    )


def fitted(x, y, steps):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
        losses.append(loss.detach())
    return torch.stack(losses)


def weakly(n):
    node = Node("a")
    seen = weakref.ref(node)
    try:
        weakref.ref(n)
    except TypeError as e:
        said = str(e)
    return seen() is node, seen().name, said


CASES = [
    case(visited, lambda: [(1,), (3,)]),
    case(values_by_object, lambda: [(1,), (3,)]),
    case(by_value, lambda: [(1,), (2,)], straight=True),
    case(tensors, lambda: [(torch.ones(2),), (-torch.ones(3),)]),
    case(
        made_module,
        lambda: [(torch.ones(2, 3), 4), (torch.ones(1, 2), 2)],
        straight=True,
        artifact=False,
    ),
    case(
        fitted,
        lambda: [(torch.ones(2, 3), torch.ones(2, 1), 3), (torch.ones(1, 3), torch.zeros(1, 1), 1)],
        straight=True,
        artifact=False,
    ),
    case(weakly, lambda: [(1,), (3,)], straight=True),
]
