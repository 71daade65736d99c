"""Programs that once failed, and a sample of fresh random ones (`./dev fuzz N` runs more)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fuzz.generator import DIFFERENTIATED as FIRST_DIFFERENTIATED
from fuzz.generator import GRAPHS as FIRST_OF_GRAPHS
from fuzz.generator import generate
from fuzz.runner import run
from fuzz.sizes import generate as sizes
from fuzz.views import generate as views
from fuzz.worlds.generator import generate as worlds
from fuzz.worlds.generator import generate_saved as artifacts

FOUND = sorted((Path(__file__).parent / "found").glob("*.py"))
SAMPLE = 200
VIEWS = 60
SIZES = 60
DIFFERENTIATED = 40
WORLDS = 60


@pytest.mark.parametrize("file", FOUND, ids=lambda f: f.stem)
def test_found(file: Path) -> None:
    said = run(file, ("static", "reversed", "artifact"))
    assert not said, said


@pytest.mark.generated
@pytest.mark.parametrize("seed", range(SAMPLE))
def test_random(seed: int, tmp_path: Path) -> None:
    file = tmp_path / f"program{seed}.py"
    file.write_text(generate(seed), encoding="utf-8")
    said = run(
        file, ("static", "reversed", "artifact") if seed % 5 == 0 else ("static", "reversed")
    )
    assert not said, said


@pytest.mark.generated
@pytest.mark.parametrize("seed", range(VIEWS))
def test_views(seed: int, tmp_path: Path) -> None:
    file = tmp_path / f"views{seed}.py"
    file.write_text(views(seed), encoding="utf-8")
    said = run(
        file, ("static", "reversed", "artifact") if seed % 5 == 0 else ("static", "reversed")
    )
    assert not said, said


@pytest.mark.generated
@pytest.mark.parametrize("seed", range(SIZES))
def test_sizes(seed: int, tmp_path: Path) -> None:
    file = tmp_path / f"sizes{seed}.py"
    file.write_text(sizes(seed), encoding="utf-8")
    said = run(file)
    assert not said, said


@pytest.mark.generated
@pytest.mark.parametrize("number", range(DIFFERENTIATED))
@pytest.mark.parametrize("first", [FIRST_DIFFERENTIATED, FIRST_OF_GRAPHS])
def test_differentiated(number: int, first: int, tmp_path: Path) -> None:
    seed = first + number
    file = tmp_path / f"differentiated{seed}.py"
    file.write_text(generate(seed), encoding="utf-8")
    said = run(file)
    assert not said, said


@pytest.mark.generated
@pytest.mark.parametrize("seed", range(WORLDS))
@pytest.mark.parametrize("make", [worlds, artifacts], ids=["worlds", "artifacts"])
def test_worlds(make: Callable[[int], str], seed: int, tmp_path: Path) -> None:
    """What is refused is no finding."""
    file = tmp_path / f"world{seed}.py"
    file.write_text(make(seed), encoding="utf-8")
    said = run(file)
    assert not said or said.startswith("refused (world)"), said
