"""Programs of plain use that once differed from eager, each with its kin; see row.py."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from language.isolated import in_child
from plain_use.row import ROWS, Row, verdict

for file in sorted((Path(__file__).parent / "programs").glob("*.py")):
    importlib.import_module(f"plain_use.programs.{file.stem}")


@pytest.mark.generated
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_row(row: Row) -> None:
    """In a child, as a program may crash, may not end, and may leave changes of torch behind."""
    said = in_child(lambda: verdict(row), 60.0)
    assert not said, said


def test_names_are_unique() -> None:
    names = [row.name for row in ROWS]
    assert len(set(names)) == len(names)
