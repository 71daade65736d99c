"""Graphs of gradients give their memory back, however they end; how long they are does not matter."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from typing import Any

import pytest
import torch

import lith

SIZE = 1 << 14  # floats: a storage that stays, or the nodes of one step, are 64 KiB


class MallocInfo(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks used fordblks keepcost".split()
    ]


def bytes_in_use() -> int:
    gc.collect()
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = MallocInfo
    info = ask()
    return info.used + info.hblkhd


def leaf(value: float = 0.5) -> torch.Tensor:
    return torch.full((SIZE,), value).requires_grad_()


def chain(x, n: int):
    for _ in range(n):
        x = x * 1.0001
    return x.sum()


def layers(x, w):
    y = torch.tanh(x * w)
    if y.sum() > 0:
        y = y.exp() * w
    return (y * y).sum(), y


class Raises(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("no gradient")


def raises_in_backward(x, n: int):
    y = Raises.apply(x.exp())
    for _ in range(n):
        y = torch.sin(y) * x
    return y.sum()


def raises_after(x, n: int):
    kept = []
    for i in range(n):
        x = torch.sin(x) * x
        kept.append(x)
        if i == n - 1:
            raise ValueError("forward")
    return sum(kept)


def backward_inside(x, n: int):
    y = x
    for _ in range(n):
        y = y * 1.0001
        if y.sum() > 1e300:
            break
    y.sum().backward()
    return x.grad


def raises_inside(x, n: int):
    raises_in_backward(x, n).backward()


def across(x, program):
    program[layers](x, leaf(1.5))[0].backward()


def without_backward(x, program):
    program[layers](x, leaf(1.5))


def kept_graph(x, program):
    loss, y = program[layers](x, leaf(1.5))
    loss.backward(retain_graph=True)
    y.sum().backward()


def many_nodes(x, program):
    program[chain](x[:4], 2000).backward()


def many_nodes_without_backward(x, program):
    program[chain](x[:4], 2000)


def differentiated_twice(x, program):
    (g,) = torch.autograd.grad(program[layers](x, leaf(1.5))[0], x, create_graph=True)
    g.sum().backward()


def error_in_backward(x, program):
    loss = program[raises_in_backward](x, 3)
    for _ in range(2):
        with pytest.raises(ValueError, match="no gradient"):
            loss.backward(retain_graph=True)
    with pytest.raises(ValueError, match="no gradient"):
        loss.backward()


def error_in_forward(x, program):
    with pytest.raises(ValueError, match="forward"):
        program[raises_after](x, 5)


def inside(x, program):
    program[backward_inside](x[:4].detach().requires_grad_(), 2000)


def error_inside(x, program):
    with pytest.raises(ValueError, match="no gradient"):
        program[raises_inside](x, 3)


def a_second_time(x, program):
    loss = program[layers](x, leaf(1.5))[0]
    loss.backward()
    with pytest.raises(RuntimeError, match="a second time"):
        loss.backward()


class Programs(dict[Any, Any]):
    def __missing__(self, function: Any) -> Any:
        self[function] = lith.to_static(function)
        return self[function]


STEPS = [
    across, without_backward, kept_graph, many_nodes, many_nodes_without_backward,
    differentiated_twice, error_in_backward, error_in_forward, inside, error_inside, a_second_time,
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS, ids=lambda each: each.__name__)
def test_steps_leave_nothing_behind(step: Callable[..., None]) -> None:
    programs, x = Programs(), leaf()

    def some(count: int) -> int:
        for _ in range(count):
            x.grad = None
            step(x, programs)
        x.grad = None
        return bytes_in_use()

    some(5)
    before = some(5)
    assert some(20) - before < 4 * SIZE


def test_a_million_links() -> None:
    """A graph of so many nodes runs and is freed without a stack of that depth."""
    expected = 1.0001**1_000_000
    program = lith.to_static(chain)
    x = torch.ones(1, dtype=torch.float64, requires_grad=True)
    program(x, 1_000_000)
    program(x, 1_000_000).backward()
    assert x.grad is not None and float(x.grad) == pytest.approx(expected)
    x.grad = None
    lith.to_static(backward_inside)(x, 10)
    lith.to_static(backward_inside)(x, 1_000_000)
    assert float(x.grad) == pytest.approx(1.0001**10 + expected)


def test_a_chain_of_many_calls() -> None:
    """What each has saved holds the call before it."""
    step = lith.to_static(lambda x: torch.sin(x) * x)
    for ends in (False, True):
        x = torch.full((1,), 0.9, dtype=torch.float64, requires_grad=True)
        y = x
        for _ in range(100_000):
            y = step(y)
        if ends:
            y.sum().backward()
            assert x.grad is not None
        del y
