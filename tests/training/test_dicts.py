"""Dicts of before the call whose keys are tensors or other objects: keys are told apart by identity."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import torch

import lith


class Named:
    def __init__(self, name: str) -> None:
        self.name = name


def _run(build: Any) -> None:
    """Twice on the same objects: the first call may add keys."""
    outcomes = []
    for compiled in (False, True):
        keys, step = build()
        step = lith.to_static(step) if compiled else step
        results = [step(torch.arange(2.0) + number) for number in range(3)]
        outcomes.append((results, keys()))
    (theirs, their_keys), (ours, our_keys) = outcomes
    for one, other in zip(theirs, ours, strict=True):
        assert torch.equal(one, other)
    assert their_keys == our_keys


def test_state_of_tensors_that_are_equal() -> None:
    def build() -> Any:
        a, b, c = (torch.ones(2, requires_grad=True) for _ in range(3))
        state: Any = {}

        def step(x):
            total = torch.zeros(2)
            for each in (b, a):
                if each not in state:
                    state[each] = x.clone()
                else:
                    state[each] += x
                total += state[each]
            return total + len(state) + (10 if state.get(c) is None else 20)

        return (lambda: [(key is a, key is b, held.tolist()) for key, held in state.items()]), step

    _run(build)


def test_order_and_removal() -> None:
    def build() -> Any:
        a, b, c = (torch.full((2,), float(n)) for n in range(3))
        state = {a: 1.0, b: 2.0, c: 3.0}

        def step(x):
            if len(state) == 3:
                state.pop(b)
                state[b] = 5.0
            total = x
            for place, (key, held) in enumerate(state.items()):
                total = total + key * held * (place + 1)
            return total + sum(1 for key in state if key is c)

        return (lambda: [(key is a, key is b, key is c) for key in state]), step

    _run(build)


def test_defaultdict_of_dicts() -> None:
    def build() -> Any:
        w = torch.ones(2, requires_grad=True)
        state: Any = defaultdict(dict)

        def step(x):
            own = state[w]
            if len(own) == 0:
                own["sum"] = torch.zeros_like(x)
                own["count"] = 0
            own["sum"].add_(x)
            own["count"] += 1
            return own["sum"] / own["count"]

        return (lambda: [(key is w, value["count"]) for key, value in state.items()]), step

    _run(build)


def test_instances_and_sets() -> None:
    def build() -> Any:
        a, b = Named("a"), Named("b")
        weights = {a: 2.0, b: 3.0}
        w, v = torch.ones(2), torch.ones(2)
        frozen = {w}

        def step(x):
            total = x * weights[b]
            for each in (w, v):
                if each in frozen:
                    total = total + each * weights[a]
            return total

        return list, step

    _run(build)


def test_a_parameter_stays_the_same_object() -> None:
    w = torch.ones(2, requires_grad=True)
    kept: list[Any] = []
    state: dict[Any, int] = {}

    def step(x):
        kept.append(w)
        state[w] = len(kept)
        loss = (w * x).sum()
        loss.backward()
        return loss

    compiled = lith.to_static(step)
    for _ in range(3):
        compiled(torch.ones(2))
    assert all(each is w for each in kept)
    assert list(state.values()) == [3] and next(iter(state)) is w


def test_made_like_a_leaf_requires_no_gradient() -> None:
    w = torch.ones(2, 3, requires_grad=True)

    def step(x):
        made = [
            torch.zeros_like(w),
            torch.ones_like(w.T),
            torch.rand_like(w),
            torch.full_like(w, 2.0),
        ]
        return [each.requires_grad for each in made]

    assert lith.to_static(step)(torch.ones(2)) == [False] * 4


class Holder:
    def __init__(self) -> None:
        self.weight = torch.ones(2, requires_grad=True)

    def has(self, grad: torch.Tensor) -> bool:
        return self.weight.grad is not None and torch.equal(self.weight.grad, grad)


def test_the_gradient_goes_to_the_tensor_of_this_call() -> None:
    holder = Holder()

    def step(x):
        holder.weight.grad = None
        (holder.weight * x).sum().backward()

    compiled = lith.to_static(step)
    for number in range(3):
        before = holder.weight
        compiled(torch.ones(2) + number)
        assert holder.has(torch.ones(2) + number)
        holder.weight = torch.ones(2, requires_grad=True)
        holder.weight.grad = torch.zeros(2)
        before.grad = None
        compiled(torch.ones(2))
        assert before.grad is None and holder.has(torch.ones(2))
