"""Finds the package and the probe of this checkout's build."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LITH_BUILD_DIR", ROOT / "build"))
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(ROOT / "python"), *filter(None, [os.environ.get("PYTHONPATH")])]
)
sys.path[:0] = [str(ROOT / "python"), str(BUILD / "tests" / "python")]
