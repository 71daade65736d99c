"""Writes that read the memory that they write: eager's result where the order does not matter, and an error."""

from __future__ import annotations

import itertools

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import lith
from ops.test_samples import function_of

EAGERS = [
    "x[:, :-1] = x[:, 1:]", "x[:, 1:] = x[:, :-1].clone()", "x[:, ::2] = x[:, 1::2]", "x[:, 1::2] += x[:, ::2]",
    "x[:, 2:] = x[:, :2]", "x[:-1, :2] = x[1:, :2]", "x[:] = x[1]", "x[:] = x[:, :1]", "x[1:] = x[:-1]", "x += x.t()",
    "x.copy_(x.t())", "x.copy_(x)", "x.diagonal().mul_(x[1])", "x[0].sub_(x[:, 0])", "x -= x[:, :1] * 1", "x -= x[0]",
    "x.t()[:-1].copy_(x.t()[1:])", "torch.mul(x[:-1], 2, out=x[1:])", "torch.neg(x, out=x)", "torch.neg(x, out=x.t())",
    "torch.mul(x[1:, 1:], 2, out=x[:-1, :-1])", "x[0] = x[0, 0]", "x[:, 1] = x[1]",
]  # fmt: skip
OPEN = [
    "x[:, 1:] = x[:, :-1]", "x[1:, :2] = x[:-1, :2]", "x.diagonal()[1:] = x.diagonal()[:-1]", "x -= x[:, :1]",
    "x *= x[:, :1]", "x[:, 0] -= x[0, 0:1]", "x[:, 1] = x[0]", "x[:, 1:].copy_(x[:, :-1])", "x[:, 1:].add_(x[:, :-1])",
    "torch.mul(x[:, :-1], 2, out=x[:, 1:])", "torch.mul(x, x[:, :1], out=x)",
]  # fmt: skip


def written(text: str):
    return function_of(f"import torch\n\n\ndef call(x):\n    {text}\n    return x\n", text)


def run(fn) -> object:
    x = torch.arange(16.0).reshape(4, 4).clone()
    try:
        return fn(x).tolist()
    except RuntimeError as error:
        return str(error)


@pytest.mark.parametrize("text", EAGERS)
def test_as_eager(text):
    fn = written(text)
    assert run(lith.to_static(fn)) == run(fn)


@pytest.mark.parametrize("text", OPEN)
def test_open_order(text):
    assert "would be read after they were written" in run(lith.to_static(written(text)))


@lith.to_static
def copied(memory, sizes, target, source):
    memory.as_strided(sizes, target[1], target[0]).copy_(
        memory.as_strided(sizes, source[1], source[0])
    )
    return memory


def is_nested(sizes, view):
    """Whether the rows lie apart; of others the runtime does not tell what is written."""
    (outer, inner), (n, m) = view[1], sizes
    return outer > inner * (m - 1) or inner > outer * (n - 1)


def places(sizes, view):
    at, strides = view
    return [
        at + sum(i * s for i, s in zip(index, strides))
        for index in itertools.product(*map(range, sizes))
    ]


@given(st.data())
def test_strides(data):
    """Any two views: the copy is that of a clone, or an element is read that was written before."""
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=2, max_size=2))
    steps = st.sampled_from([1, 2, 3, 5, 8, 9, 16, 20])
    views = [
        (data.draw(st.integers(0, 20)), data.draw(st.lists(steps, min_size=2, max_size=2)))
        for _ in range(2)
    ]
    target, source = (places(sizes, view) for view in views)
    order = sorted(range(len(target)), key=target.__getitem__)
    if not is_nested(sizes, views[0]):
        return
    memory = torch.arange(141.0)
    expected = memory.clone()
    expected[target] = memory[source]
    done, isOpen = set(), False
    for i in order:
        isOpen |= source[i] in done and source[i] != target[i]
        if source[i] != target[i]:  # which stays as it is
            done.add(target[i])
    try:
        got = copied(memory.clone(), sizes, *views)
    except RuntimeError as error:
        said = str(error)
        assert isOpen or "refer to a single memory location" in said
        return
    assert not isOpen and torch.equal(got, expected)
