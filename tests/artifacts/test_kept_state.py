"""State that a saved program keeps between calls beside tensors and numbers: lists, dicts, bools, texts.

Each module is called, saved as it is then, and loaded; a copy of it that is called eagerly says what
each further call has to give.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

import lith


class Cache(nn.Module):
    """Keys and values of all tokens so far."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[torch.Tensor] = []
        self.values: list[torch.Tensor] = []

    def forward(self, x):
        self.keys.append(x * 2)
        self.values.append(x + 1)
        scores = (x @ torch.cat(self.keys).T).softmax(-1)
        return scores @ torch.cat(self.values), len(self.keys)

    @lith.export
    def reset(self) -> None:
        self.keys.clear()
        self.values = []

    @lith.export
    def peek(self):
        return [k.sum() for k in self.keys], len(self.values)


class Named(nn.Module):
    """Tensors by a key."""

    def __init__(self) -> None:
        super().__init__()
        self.cache: dict[str, torch.Tensor] = {}
        self.counts = {"a": 0}

    def forward(self, key: str, x):
        if key in self.cache:
            x = x + self.cache[key]
        self.cache[key] = x
        self.counts[key] = self.counts.get(key, 0) + 1
        return x, len(self.cache), self.counts[key]

    @lith.export
    def total(self):
        result = 0
        for key, value in self.counts.items():
            result += value * len(key)
        return result, sorted(self.cache)

    @lith.export
    def forget(self, key: str):
        del self.cache[key]
        self.counts.pop(key)
        return len(self.cache)


class Words(nn.Module):
    """A text, bools and numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.word, self.on, self.factor, self.seen = "ab", True, 2, []

    def forward(self, x):
        self.word = self.word[1:] + self.word[:1]
        self.on = not self.on
        if self.on:
            self.seen.append(self.word)
        return x * self.factor if self.on else -x, self.word, self.on, "-".join(self.seen)

    @lith.export
    def setk(self, k: int, word: str, on: bool):
        self.factor = k
        self.word = word
        if on:
            self.on = True
        else:
            self.on = False

    @lith.export
    def peek(self):
        return self.factor, self.word + "!", 1 if self.on else 0


class Nested(nn.Module):
    """A list of lists, of pairs, and numbers by number."""

    def __init__(self) -> None:
        super().__init__()
        self.layers: list[list[torch.Tensor]] = [[torch.zeros(1)], [torch.ones(1)]]
        self.pairs: list[tuple[int, float]] = []
        self.table: dict[int, float] = {}

    def forward(self, x, i: int):
        self.layers[i].append(x)
        self.pairs.append((i, float(len(self.layers[i]))))
        self.table[i * 10] = self.table.get(i * 10, 0.0) + 0.5
        self.pairs = self.pairs[-2:]
        return torch.cat(self.layers[i]).sum(), list(self.pairs), self.table[i * 10]


def one(x: float) -> torch.Tensor:
    return torch.full((1, 3), float(x))


CALLS: dict[str, tuple[type[nn.Module], list[tuple[str, tuple]], list[tuple[str, tuple]]]] = {
    "cache": (
        Cache,
        [("forward", (one(1),)), ("peek", ()), ("reset", ())],
        [("forward", (one(1),)), ("forward", (one(2),)), ("peek", ()), ("reset", ()), ("peek", ()),
         ("forward", (one(3),)), ("forward", (torch.ones(2, 3),)), ("peek", ())],
    ),
    "cache that holds some": (
        Cache,
        [("forward", (one(1),)), ("reset", ()), ("peek", ()), ("forward", (one(4),)), ("forward", (one(5),))],
        [("forward", (one(1),)), ("peek", ()), ("reset", ()), ("forward", (one(2),)), ("peek", ())],
    ),
    "named": (
        Named,
        [("forward", ("b", one(1))), ("total", ()), ("forget", ("b",))],
        [("forward", ("a", one(1))), ("forward", ("long", one(2))), ("forward", ("a", one(3))),
         ("total", ()), ("forget", ("a",)), ("total", ()), ("forward", ("a", one(4)))],
    ),
    "words": (
        Words,
        [("forward", (one(1),)), ("setk", (3, "xyz", True)), ("setk", (3, "xyz", False)), ("peek", ())],
        [("forward", (one(1),)), ("peek", ()), ("setk", (5, "longer", True)), ("peek", ()),
         ("forward", (one(2),)), ("forward", (one(2),)), ("setk", (7, "", False)), ("forward", (one(1),)),
         ("peek", ())],
    ),
    "nested": (
        Nested,
        [("forward", (torch.ones(2), 1))],
        [("forward", (torch.ones(2), 1)), ("forward", (torch.ones(3), 0)), ("forward", (torch.ones(1), 1))],
    ),
}  # fmt: skip


def made(name: str, tmp_path: Path) -> tuple[Any, nn.Module]:
    """What was saved and loaded, and a module in the same state."""
    cls, before, _ = CALLS[name]
    module = cls()
    program = lith.to_static(module)
    with torch.no_grad():
        for method, args in before:
            (program if method == "forward" else getattr(program, method))(*args)
        program.save(tmp_path / "m.lith")
    return lith.load(tmp_path / "m.lith"), copy.deepcopy(module)


def check(given: Any, wanted: Any) -> None:
    assert type(given) is type(wanted)
    if isinstance(given, (list, tuple)):
        assert len(given) == len(wanted)
        for mine, other in zip(given, wanted, strict=True):
            check(mine, other)
    elif isinstance(given, torch.Tensor):
        torch.testing.assert_close(given, wanted)
    else:
        assert given == wanted


def call(target: Any, method: str, args: tuple) -> Any:
    with torch.no_grad():
        found: Callable[..., Any] = target if method == "forward" else getattr(target, method)
        return found(*copy.deepcopy(args))


@pytest.mark.parametrize("name", CALLS)
def test_calls_give_what_eager_gives(name: str, tmp_path: Path) -> None:
    loaded, eager = made(name, tmp_path)
    other, first = loaded.instance(), copy.deepcopy(eager)
    for method, args in CALLS[name][2]:
        check(call(loaded, method, args), call(eager, method, args))
    for method, args in CALLS[name][2]:  # another instance has its own
        check(call(other, method, args), call(first, method, args))
    again = lith.load(tmp_path / "m.lith")
    method, args = CALLS[name][2][0]
    fresh = made(name, tmp_path)[1]
    check(call(again, method, args), call(fresh, method, args))


def test_attributes_as_they_are(tmp_path: Path) -> None:
    loaded, eager = made("words", tmp_path)
    assert (loaded.word, loaded.on, loaded.factor) == (eager.word, eager.on, eager.factor)
    call(loaded, "setk", (9, "new", True))
    assert (loaded.word, loaded.on, loaded.factor) == ("new", True, 9)
    assert loaded.instance().word == eager.word


def test_an_argument_that_is_kept(tmp_path: Path) -> None:
    class Keeping(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.last = [torch.zeros(2)]

        def forward(self, x):
            self.last.append(x)
            return self.last[-2] * 1, x

    program = lith.to_static(Keeping())
    with torch.no_grad():
        program(torch.ones(2))
        program.save(tmp_path / "m.lith")
    loaded = lith.load(tmp_path / "m.lith")
    for i in range(50):
        before, same = loaded(torch.full((2,), float(i)))
        assert before.tolist() == [max(i - 1.0, 1.0 if i == 0 else 0.0)] * 2
        assert same.tolist() == [float(i)] * 2


def test_a_module_level_dict(tmp_path: Path) -> None:
    program = lith.to_static(remember)
    program(1, 2.0), SEEN.clear()
    program.save(tmp_path / "f.lith")
    loaded = lith.load(tmp_path / "f.lith")
    assert [loaded(k, 1.5) for k in (1, 2, 1)] == [(1.5, 1), (1.5, 2), (3.0, 2)]
    assert not SEEN


SEEN: dict[int, float] = {}


def remember(key: int, value: float):
    SEEN[key] = SEEN.get(key, 0.0) + value
    return SEEN[key], len(SEEN)


class Several(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.held: list[Any] = []

    def forward(self, x):
        self.held.append(x)
        return len(self.held)

    @lith.export
    def other(self, n: int):
        self.held.append(n)
        return len(self.held)


def test_elements_of_several_types_are_refused(tmp_path: Path) -> None:
    program = lith.to_static(Several())
    program(torch.ones(2)), program.other(3)
    program.held.clear()
    with pytest.raises(lith.CompileError, match="of several types"):
        program.save(tmp_path / "m.lith")


def test_a_result_that_is_the_state_is_refused(tmp_path: Path) -> None:
    class Giving(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.held = [0]

        def forward(self, n: int):
            self.held.append(n)
            return self.held

    program = lith.to_static(Giving())
    program(1)
    with pytest.raises(lith.CompileError, match="holds what the program replaces"):
        program.save(tmp_path / "m.lith")


def test_one_list_by_two_paths(tmp_path: Path) -> None:
    class Inner(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.held, self.count = [0], 0

    class Twice(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.a = self.b = Inner()

        def forward(self, n: int):
            self.a.held.append(n)
            self.a.count += n
            return len(self.a.held)

        @lith.export
        def other(self):
            return len(self.b.held), self.b.count

    module = Twice()
    program = lith.to_static(module)
    program(1), program.other()
    with pytest.raises(lith.CompileError, match="reads what another writes"):
        program.save(tmp_path / "m.lith")


def test_a_list_that_holds_a_buffer_which_is_written(tmp_path: Path) -> None:
    class Sharing(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("total", torch.zeros(2))
            self.held = [self.total]

        def forward(self, x):
            self.total += x
            return self.total * 1

        @lith.export
        def look(self):
            self.held.append(self.held[0] + 1)
            return [t.sum() for t in self.held]

    program = lith.to_static(Sharing())
    with torch.no_grad():
        program(torch.ones(2)), program.look()
        with pytest.raises(lith.CompileError):
            program.save(tmp_path / "m.lith")


def test_state_of_a_module_inside(tmp_path: Path) -> None:
    class Outer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.ModuleList([Cache(), Cache()])
            self.inner[0].count = 0

        def forward(self, x):
            self.inner[0].count += 1
            return self.inner[1](x)

        @lith.export
        def look(self):
            return self.inner[0].count, len(self.inner[1].keys)

    eager = Outer()
    program = lith.to_static(copy.deepcopy(eager))
    with torch.no_grad():
        check(program(one(1)), eager(one(1)))
        check(program.look(), eager.look())
        program.save(tmp_path / "m.lith")
        loaded = lith.load(tmp_path / "m.lith")
        for _ in range(2):
            check(loaded(one(2)), eager(one(2)))
            check(loaded.look(), eager.look())
