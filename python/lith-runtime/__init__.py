"""Runs programs that Lith saved: `load` opens an artifact, whose program is called like a function.

The compiler is the package `lith`. Here is neither it nor anything else: NumPy and torch are used
where a call passes their arrays and tensors.
"""

from __future__ import annotations

import os
from typing import IO

from ._lith import num_threads, set_num_threads
from ._loaded import ConvertedProgram, LoadedKeys, LoadedProgram, opened
from ._record import Named, Record
from ._verified import ExampleOutcome, Verification, verify

__version__ = "0.1.0"
__all__ = [
    "ConvertedProgram",
    "ExampleOutcome",
    "LoadedKeys",
    "LoadedProgram",
    "Named",
    "Record",
    "Verification",
    "load",
    "num_threads",
    "set_num_threads",
    "verify",
]


def load(path: str | os.PathLike[str] | IO[bytes]) -> LoadedProgram:
    """Opens an artifact, a path or a binary file.

    Raises:
        OSError: when the file cannot be read.
        RuntimeError: when it is damaged, of another version, or has no code for this processor,
            which the package `lith` would make.
    """
    return LoadedProgram(opened(path))
