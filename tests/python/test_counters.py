"""Numbers that a program replaces for its next call are inputs of its first program."""

from __future__ import annotations

import pytest
import torch

import lith

CALLS = 0


class Holder:
    def __init__(self) -> None:
        self.count, self.total, self.first, self.numbers = 0, 0.0, True, {"seen": 1}
        self.layer0, self.layer1, self.layer2 = torch.sin, torch.cos, torch.exp


def attribute(holder, x):
    holder.count += 1
    holder.total = holder.total + x.sum().item()
    return x * holder.count, holder.total


def entry(holder, x):
    holder.numbers["seen"] *= 2
    return x + holder.numbers["seen"], len(holder.numbers)


def on_one_path(holder, x):
    if x.sum() > 2:
        holder.count += 1
    return x * holder.count


def chooses(holder, x):
    holder.count = (holder.count + 1) % 3
    return x if holder.count else -x


def warms_up(holder, x):
    if holder.count == 0:
        holder.kept = x * 2
    holder.count += 1
    return holder.kept + holder.count


def constant_is_needed(holder, x):
    y = getattr(holder, f"layer{holder.count}")(x)
    holder.count = (holder.count + 1) % 3
    return y


def of_another_type(holder, x):
    holder.total = 1 if holder.total == 0.0 else 0.0
    return x + holder.total, isinstance(holder.total, int)


FEW = [(attribute, 1), (entry, 1), (on_one_path, 1), (chooses, 1), (warms_up, 2)]
MANY = [(constant_is_needed, 3), (of_another_type, 2)]


@pytest.mark.parametrize(
    "function, most", FEW + MANY, ids=lambda one: getattr(one, "__name__", one)
)
def test_counter(function, most) -> None:
    eager, ours = Holder(), Holder()
    compiled = lith.to_static(lambda x: function(ours, x))
    for i in range(6):
        x = torch.full((2,), float(i))
        torch.testing.assert_close(compiled(x), function(eager, x))
        assert (eager.count, eager.total, eager.numbers) == (ours.count, ours.total, ours.numbers)
    assert len(compiled.get_debug_state().programs) <= most


def test_counter_of_the_module_and_of_a_function() -> None:
    calls = 0

    @lith.to_static
    def f(x):
        global CALLS
        nonlocal calls
        CALLS += 2
        calls += 1
        return x * CALLS + calls

    assert [f(2).__index__() for _ in range(5)] == [4 * i + i for i in range(1, 6)]
    assert (CALLS, calls, len(f.get_debug_state().programs)) == (10, 5, 1)
