"""docs/operators.md and docs/operator-coverage.md say what the records of operators have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("LITH_PREFIX", ROOT / "build/install")).parent


DUMP = str(BUILD / "compiler/ops/operators.json")


def compare(made: str, page: str) -> None:
    stored = ROOT / "docs" / page
    if os.environ.get("LITH_GOLDEN") == "rewrite":
        stored.write_text(made, encoding="utf-8")
    assert made == stored.read_text(encoding="utf-8")


@pytest.mark.golden
def test_reference_is_generated(tmp_path: Path) -> None:
    made = tmp_path / "operators.md"
    generate = ROOT / "compiler/ops/generate.py"
    subprocess.run(
        [sys.executable, str(generate), DUMP, str(ROOT), "--docs", str(made)], check=True
    )
    compare(made.read_text(encoding="utf-8"), "operators.md")


@pytest.mark.golden
def test_coverage_is_generated() -> None:
    command = [sys.executable, str(ROOT / "compiler/ops/coverage.py"), DUMP, str(ROOT)]
    made = subprocess.run(command, check=True, capture_output=True, text=True)
    compare(made.stdout, "operator-coverage.md")
