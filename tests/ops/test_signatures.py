"""Signatures.inc says what the installed PyTorch declares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_signatures_are_those_of_torch() -> None:
    folder = ROOT / "compiler/ops"
    folders = (("compiler/stage", "*.cpp"), ("prelude", "*.py"))
    sources = sorted(str(path) for place, name in folders for path in (ROOT / place).rglob(name))
    command = [sys.executable, str(folder / "signatures.py"), str(ROOT / "docs/operators.md")]
    made = subprocess.run([*command, *sources], capture_output=True, text=True, check=True).stdout
    assert made == (folder / "Signatures.inc").read_text(encoding="utf-8")
