"""Saved programs that take and give objects: members of enums, dtypes, named tuples, dataclasses."""

from __future__ import annotations

import dataclasses
import enum
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

import lith


class Mode(enum.Enum):
    SUM = "sum"
    MEAN = "mean"


class Flags(enum.IntFlag):
    HALF = 1
    SHIFT = 2


NONE = Flags(0)


@dataclasses.dataclass
class Config:
    x: torch.Tensor
    n: int = 2
    mode: Mode = Mode.SUM


@dataclasses.dataclass
class Other:
    x: torch.Tensor
    n: int = 2
    mode: Mode = Mode.SUM


class Pair(NamedTuple):
    a: torch.Tensor
    b: float = 1.5


def program(config, pair, mode=Mode.MEAN, dtype=torch.float32, flags=NONE):
    y = config.x * config.n if config.mode is Mode.SUM else config.x - config.n
    if flags & Flags.HALF:
        y = y / 2
    reduced = (y.sum() if mode is Mode.SUM else y.mean()).to(dtype)
    return reduced, Pair(pair.a + 1, pair.b), {"y": y, "nested": [pair.a.sum()]}


X = torch.arange(4.0)
CALLS: list[tuple[Any, ...]] = [
    (Config(X), Pair(X)),
    (Config(X, 3, Mode.MEAN), Pair(X, 2.5), Mode.SUM),
    (Config(X), Pair(X), Mode.SUM, torch.float64),
    (Config(X), Pair(X), Mode.SUM, torch.float64, Flags.HALF | Flags.SHIFT),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiled = lith.to_static(program)
    for args in CALLS:
        compiled(*args)
    path = tmp_path_factory.mktemp("objects") / "program.lith"
    compiled.save(path)
    return path


def test_each_call_has_its_program(file: Path) -> None:
    loaded = lith.load(file)
    for args in CALLS:
        found, wanted = loaded(*args), program(*args)
        torch.testing.assert_close(found, wanted)
        assert type(found[1]) is Pair
    other = torch.ones(7)
    torch.testing.assert_close(
        loaded(Config(other), Pair(other), dtype=torch.float64, mode=Mode.SUM),
        program(Config(other), Pair(other), Mode.SUM, torch.float64),
    )


@pytest.mark.parametrize(
    "args, words",
    [
        ((Other(X), Pair(X)), "argument 'config' must be a Config, not a "),
        ((Config(X), X), "argument 'pair' must be a Pair, or a dict of its fields"),
        ((Config(X, 2, "SUM"), Pair(X)), "argument 'config'.mode must be .*Mode:SUM, not the str 'SUM'"),
        ((Config(X), Pair(X), "SUM"), "argument 'mode' must be"),
        ((Config(X, 9), Pair(X)), "argument 'config'.n must be the int 2, not the int 9"),
        ((Config(X), Pair(X), Mode.SUM, torch.float16), "argument 'dtype' must be torch.float64, not"),
        (({"x": X, "n": 2}, Pair(X)), "argument 'config' must have 3 fields"),
    ],
)  # fmt: skip
def test_others_are_named(file: Path, args: tuple[Any, ...], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        lith.load(file)(*args)


def test_an_object_that_holds_itself(file: Path) -> None:
    config = Config(X)
    config.n = config  # type: ignore[assignment]
    with pytest.raises(RecursionError, match="holds itself"):
        lith.load(file)(config, Pair(X))


def test_two_arguments_that_are_one_object(tmp_path: Path) -> None:
    def compared(a, b, seen):
        seen.append(1)
        return a is b, a.x + b.x * 2

    apart, together = lith.to_static(compared), lith.to_static(compared)
    one, other = Config(X), Config(X * 3)
    for name, compiled, calls in (
        ("apart", apart, [(one, other)]),
        ("together", together, [(one, one)]),
        ("both", lith.to_static(compared), [(one, other), (one, one)]),
    ):
        for a, b in calls:
            compiled(a, b, [])
        compiled.save(tmp_path / name)
        loaded = lith.load(tmp_path / name)
        for a, b in ((one, other), (one, one)):
            if name == "both" or (a is b) == (name == "together"):
                seen: list[int] = []
                torch.testing.assert_close(loaded(a, b, seen), compared(a, b, []))
                assert seen == [1]
            else:
                with pytest.raises(TypeError):
                    loaded(a, b, [])


def test_archives_take_no_objects_of_classes() -> None:
    program = lith.import_torchscript(torch.jit.trace(torch.sin, X))
    for given in (Mode.SUM, Config(X), [torch.float32]):
        with pytest.raises(lith.CompileError, match="an object of Python's classes"):
            program(given)


def test_the_schema_says_what_comes_and_goes(file: Path) -> None:
    loaded = lith.load(file)
    first = next(line for line in loaded.schema.splitlines() if "MEAN" in line and "n: 2" in line)
    assert "config: Config(x: float32[?], n: 2, mode: " in first
    assert first.endswith(
        "-> (float32[], Pair((float32[?], 1.5)), {'y': float32[?], 'nested': [float32[]]})"
    )
    outputs = json.loads(loaded.manifest)["programs"][0]["outputs"]
    assert outputs["children"][0]["dtype"] in ("float32", "float64")


def test_without_the_classes(file: Path) -> None:
    source = (
        "import lith, numpy as np\n"
        f"p = lith.load({str(file)!r})\n"
        "x = np.arange(4, dtype=np.float32)\n"
        "reduced, pair, rest = p({'x': x, 'n': 2, 'mode': lith.Named('SUM')}, {'a': x, 'b': 1.5})\n"
        "assert float(reduced) == 3 and pair._fields == ('a', 'b') and list(rest) == ['y', 'nested']\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(lith.__file__).parents[1])}
    subprocess.run([sys.executable, "-c", source], env=environment, check=True, timeout=60)
