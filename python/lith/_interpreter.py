"""Whether this build of Lith is for the Python that imports it."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def _releases() -> list[str]:
    """Of the extension modules that are here, such as ``3.12``."""
    names = [path.name for path in Path(__file__).parent.glob("_lith.cpython-3*.so")]
    return sorted(f"3.{name.split('-')[1][1:]}" for name in names)


if importlib.util.find_spec(f"{__package__}._lith") is None:
    own = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    raise ImportError(
        f"this installation of Lith is for CPython {', '.join(_releases()) or '(not built)'}, "
        f"and this is {own}, which looks for _lith{EXTENSION_SUFFIXES[0]}; install Lith with this "
        "Python's pip, or run the Python that it is for (3.11 to 3.13)"
    )
