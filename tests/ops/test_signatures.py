"""Signatures.inc and Declarations.inc say what the installed PyTorch declares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


FOLDER = ROOT / "compiler/ops"


def made_by(script: str) -> str:
    folders = (("compiler/stage", "*.cpp"), ("prelude", "*.py"))
    sources = sorted(str(path) for place, name in folders for path in (ROOT / place).rglob(name))
    command = [sys.executable, str(FOLDER / script), str(ROOT / "docs/operators.md")]
    return subprocess.run([*command, *sources], capture_output=True, text=True, check=True).stdout


def test_signatures_are_those_of_torch() -> None:
    assert made_by("signatures.py") == (FOLDER / "Signatures.inc").read_text(encoding="utf-8")


def test_declarations_are_those_of_torch() -> None:
    assert made_by("declarations.py") == (FOLDER / "Declarations.inc").read_text(encoding="utf-8")
