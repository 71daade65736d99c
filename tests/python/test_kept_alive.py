"""What a program keeps alive: no object of a call, and nothing that it was only referred to weakly."""

from __future__ import annotations

import collections
import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

import lith


class Node:
    def __init__(self, value: Any) -> None:
        self.value = value


class Slotted:
    __slots__ = ("__weakref__", "value")

    def __init__(self, value: Any) -> None:
        self.value = value


class Items(list):
    pass


@dataclass
class Batch:
    rows: torch.Tensor
    scale: int
    next: Any = None


def around_itself() -> Node:
    node = Node(1)
    node.parts = [node]
    return node


def changed(node: Any) -> list:
    node.seen = 5
    return [node, node.seen]


CALLS: dict[str, tuple[Callable, Callable]] = {
    "instance": (lambda o: o.value + 1, lambda: Node(1)),
    "slots": (lambda o: o.value + 1, lambda: Slotted(1)),
    "given back": (lambda o: [o, o.value], lambda: Node(1)),
    "changed": (changed, lambda: Node(1)),
    "cycle": (lambda o: len(o.parts), around_itself),
    "module": (lambda m: m(torch.ones(2)).sum(), lambda: torch.nn.Linear(2, 2)),
    "tensor": (lambda x: x + 1, lambda: torch.ones(2)),
    "parameter": (lambda x: (x * 2).sum(), lambda: torch.nn.Parameter(torch.ones(2))),
    "subclass of list": (lambda xs: len(xs), lambda: Items([1, 2])),
    "batch": (lambda b: b.rows * b.scale, lambda: Batch(torch.ones(2), 3)),
}


@pytest.mark.parametrize("name", CALLS)
def test_arguments_are_let_go(name: str) -> None:
    function, make = CALLS[name]
    compiled = lith.to_static(function)
    for _ in range(3):
        given = make()
        alive = weakref.ref(given)
        result = compiled(given)
        if isinstance(result, torch.Tensor) and result.requires_grad:
            result.backward()
        del given, result
        gc.collect()
        assert alive() is None


def test_elements_and_parameters_are_let_go() -> None:
    compiled = lith.to_static(lambda xs, m: m(xs[0].value).sum())
    for _ in range(3):
        module, items = torch.nn.Linear(2, 2), [Node(torch.ones(2))]
        alive = [weakref.ref(each) for each in (module.weight, items[0], items[0].value)]
        compiled(items, module).backward()
        del module, items
        gc.collect()
        assert [each() for each in alive] == [None, None, None]


def test_a_program_is_saved_without_its_arguments(tmp_path: Path) -> None:
    @lith.to_static
    def scaled(batch: Any) -> Any:
        step = batch.rows * batch.scale
        return step + batch.next.rows.sum() if batch.next is not None else step

    scaled(Batch(torch.ones(2, 3), 3))
    first = Batch(torch.ones(4), 2)
    first.next = Batch(torch.ones(2).t(), 1)
    scaled(first)
    del first
    gc.collect()
    scaled.save(tmp_path / "scaled.lith")
    loaded = lith.load(tmp_path / "scaled.lith")
    one = Batch(torch.full((2, 3), 2.0), 3)
    two = Batch(torch.full((5,), 2.0), 2)
    two.next = Batch(torch.full((2,), 3.0), 1)
    for given in (one, two):
        assert torch.equal(loaded(given), scaled.__wrapped__(given))


def test_a_dict_of_the_user_s_is_not_asked_for() -> None:
    class Loud:
        asked = 0

        @property
        def __dict__(self) -> Any:
            Loud.asked += 1
            return {}

    compiled = lith.to_static(lambda x, o: x + 1)
    assert compiled(1, Loud()) == 2
    assert Loud.asked == 0


def test_long_chains_of_objects() -> None:
    chain = None
    for _ in range(3000):
        chain = Batch(torch.ones(2), 3, chain)
    scaled = lith.to_static(lambda batch: batch.rows * batch.scale)
    assert torch.equal(scaled(chain), torch.full((2,), 3.0))
    assert scaled.get_debug_state().programs[0].example is not None
    alive = weakref.ref(chain)
    while chain is not None:  # without recursion
        chain = chain.next
    gc.collect()
    assert alive() is None


def test_a_module_that_is_gone_is_asked_for(tmp_path: Path) -> None:
    compiled = lith.to_static(lambda m, x: x + m.scale)
    module = torch.nn.Module()
    module.scale = 2
    compiled(module, torch.ones(2))
    del module
    gc.collect()
    with pytest.raises(lith.CompileError, match="the Module .* is no longer there: keep it"):
        compiled.save(tmp_path / "m.lith")


class Child(torch.nn.Module):
    def __init__(self, parent: torch.nn.Module) -> None:
        super().__init__()
        self.own = torch.nn.Linear(2, 2)
        self.parent = weakref.ref(parent)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parent = self.parent()
        if parent is None:
            return self.own(x)
        parent.calls += 1
        return self.own(x) + parent.weight.sum() * parent.scale


def test_a_weak_reference_to_a_module() -> None:
    parent = torch.nn.Linear(2, 2)
    parent.calls, parent.scale = 0, 1.0
    child = Child(parent)
    compiled = lith.to_static(child)
    x = torch.ones(2)
    for scale in (1.0, 2.0, 3.0):
        parent.scale = scale
        torch.testing.assert_close(compiled(x), child.forward(x))
    assert parent.calls == 6
    del parent
    gc.collect()
    assert child.parent() is None
    torch.testing.assert_close(compiled(x), child.own(x))


def test_a_weak_reference_of_a_closure() -> None:
    node: Any = Node(3)
    referred = weakref.ref(node)
    compiled = lith.to_static(lambda n: -n if referred() is None else referred().value + n)
    assert [compiled(1), compiled(2)] == [4, 5]
    node.value = 10
    assert compiled(1) == 11
    node = None
    assert referred() is None
    assert [compiled(1), compiled(2)] == [-1, -2]


def test_a_weak_reference_to_a_tensor() -> None:
    rows: Any = torch.ones(3)
    referred = weakref.ref(rows)

    @lith.to_static
    def added(x: torch.Tensor) -> torch.Tensor:
        other = referred()
        return x if other is None else x + other

    x = torch.ones(3)
    assert torch.equal(added(x), x + 1)
    rows.add_(1)
    assert torch.equal(added(x), x + 2)
    del rows
    assert torch.equal(added(x), x)


def test_two_weak_references_to_one_object() -> None:
    Pair = collections.namedtuple("Pair", "left right")
    compiled = lith.to_static(lambda p: p.left() is p.right())
    node, other = Node(1), Node(1)
    one = Pair(weakref.ref(node), weakref.ref(node))
    two = Pair(weakref.ref(node), weakref.ref(other))
    assert [compiled(one), compiled(two), compiled(one)] == [True, False, True]


def test_tensors_that_programs_write_are_swapped() -> None:
    state, other = torch.zeros(3), torch.ones(3)

    @lith.to_static
    def added(x: torch.Tensor, batch: Any) -> torch.Tensor:
        state.add_(x)
        batch.rows.add_(1)
        return state + batch.rows

    x, batch, rows = torch.ones(3), Batch(torch.zeros(3), 1), torch.ones(3)
    added(x, batch)
    torch.utils.swap_tensors(state, other)
    torch.utils.swap_tensors(batch.rows, rows)
    assert torch.equal(added(x, batch), torch.full((3,), 4.0))
    assert torch.equal(state, torch.full((3,), 2.0))
