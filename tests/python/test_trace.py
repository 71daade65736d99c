"""LITH_TRACE=stage: what staging finds out, with the user's lines."""

import re

import pytest
import torch

import lith


def weights(x, names):
    total = x
    for name in names:  # unrolled: each name is a constant
        total = total + getattr(torch, name)(x)
    return total


def doubled(n, x):
    parts = []
    for _ in range(n):  # holds tensors of run time
        parts.append(x * 2)
    return parts


@pytest.fixture
def traced(monkeypatch, capfd):
    """Compiles a call, and gives the lines of the error output without the folder's name."""
    monkeypatch.setenv("LITH_TRACE", "other,stage")

    def lines(function, *args):
        lith.to_static(function)(*args)
        found = capfd.readouterr().err.splitlines()
        assert all(line.startswith("stage: ") for line in found)
        return [re.sub(r"^stage: (\S*/)?", "", line) for line in found]

    return lines


def line_of(function, text: str) -> str:
    """Where the line of the function that has the text stands, as a trace says it."""
    first = function.__code__.co_firstlineno
    with open(__file__) as file:
        for number, line in enumerate(file, 1):
            if number >= first and text in line:
                return f"test_trace.py:{number}: "
    raise AssertionError(text)


def test_attempts_facts_and_trips(traced) -> None:
    lines = traced(weights, torch.ones(2), ["sin", "cos"])
    assert lines[0] == "attempt 1"
    at = line_of(weights, "getattr")
    assert at + "fact: numbers, lists and texts of before the call are as they are now" in lines
    assert at + "guard: identity of torch.cos" in lines
    trips = [line for line in lines if line.endswith("of an unrolled loop")]
    assert [line.split(": ")[-1] for line in trips[-3:]] == [
        f"trip {number} of an unrolled loop"
        for number in range(3)  # the last finds the end
    ]
    assert "attempt 2: facts are new" in lines
    assert re.search(r"done: 2 attempts, \d+ facts, \d+ guards$", lines[-1])


def trained(w, names):
    parts = []
    for name in names:
        parts.append(torch.exp(getattr(torch, name)(w) @ w))
        if parts[-1].sum() > 1e9:
            break
    torch.stack(parts).sum().backward()
    with torch.no_grad():
        w -= w.grad * 0.1
    return w.detach()


def test_attempts_do_not_grow_with_trips(traced) -> None:
    """Of graphs that differ from path to path: what the nodes of one trip need is asked for all trips at once."""
    few, many = (
        traced(trained, torch.full((3,), 0.1, requires_grad=True), ["sin", "cos"] * k)[-1]
        for k in (1, 3)
    )
    assert few.partition("attempts")[0] == many.partition("attempts")[0]


def test_guards_have_lines(traced) -> None:
    lines = traced(doubled, 3, torch.ones(2))
    assert any(re.search(r"guard: tensor of argument 1$", line) for line in lines)


def test_quiet_without_the_word(monkeypatch, capfd) -> None:
    monkeypatch.setenv("LITH_TRACE", "stages,other")
    lith.to_static(doubled)(2, torch.ones(2))
    assert capfd.readouterr().err == ""
