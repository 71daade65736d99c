"""Saved programs from eight threads, in the ordinary build; ./dev sanitize runs the same with sanitizers."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("LITH_BUILD_DIR", ROOT / "build"))


def test_programs_from_eight_threads(tmp_path: Path) -> None:
    for command in (
        [sys.executable, ROOT / "tests/runtime/programs.py", tmp_path],
        [BUILD / "tests/runtime/lith-threads", tmp_path],
    ):
        subprocess.run(command, check=True)
