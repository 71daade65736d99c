"""Finds the package and the probe of this checkout's build."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LITH_BUILD_DIR", ROOT / "build"))
sys.path[:0] = [str(ROOT / "python"), str(BUILD / "tests" / "python")]
