"""docs/operators.md says what the operator table has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("LITH_PREFIX", ROOT / "build/install")).parent


@pytest.mark.golden
def test_reference_is_generated(tmp_path: Path) -> None:
    made = tmp_path / "operators.md"
    dump = BUILD / "compiler/ops/operators.json"
    generate = ROOT / "compiler/ops/generate.py"
    subprocess.run(
        [sys.executable, str(generate), str(dump), str(ROOT), "--docs", str(made)],
        check=True,
    )
    stored = ROOT / "docs/operators.md"
    if os.environ.get("LITH_GOLDEN") == "rewrite":
        stored.write_text(made.read_text(encoding="utf-8"), encoding="utf-8")
    assert made.read_text(encoding="utf-8") == stored.read_text(encoding="utf-8")
