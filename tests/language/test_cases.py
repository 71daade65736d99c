"""Every program of cases/ through every door; see harness.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from language import harness

HERE = Path(__file__).parent
FILES = sorted((HERE / "cases").glob("*.py"))


def parameters():
    for file in FILES:
        for this in harness.load_module(file).CASES:
            for door in harness.DOORS:
                if not harness.applies(this, door):
                    continue
                ident = f"{file.stem}-{this.name}-{door}"
                yield pytest.param(file, this.name, door, id=ident)


@pytest.mark.parametrize(("file", "name", "door"), parameters())
def test_case(file: Path, name: str, door: str) -> None:
    harness.DOORS[door](file, name)
