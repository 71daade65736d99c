"""The releases of PyTorch that Lith is tested with."""

from __future__ import annotations

import functools
import re
import sys
import warnings

OLDEST, NEWEST = (2, 4), (2, 15)


def check_torch() -> None:
    """Raises ImportError for a PyTorch that is too old, and warns once of one that is newer.

    Does nothing where torch is not imported: nothing of Lith needs it.
    """
    version = getattr(sys.modules.get("torch"), "__version__", None)
    if version is not None:
        _check(str(version))


@functools.cache
def _check(version: str) -> None:
    found = re.match(r"(\d+)\.(\d+)", version)
    release = (int(found[1]), int(found[2])) if found else NEWEST
    if release < OLDEST:
        raise ImportError(
            f"Lith compiles programs of PyTorch {_text(OLDEST)} and later, and this is {version}"
        )
    if release > NEWEST:
        warnings.warn(
            f"PyTorch {version} is newer than what this Lith was tested with ({_text(OLDEST)} to "
            f"{_text(NEWEST)}): where it computes otherwise, programs do as the earlier release",
            stacklevel=2,
        )


def _text(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"
