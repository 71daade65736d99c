"""One kind of state outside a program: what makes it, what reads it, what changes it.

Names of a thing are its own, so that a world may have any of them together. Everything is source
text: `x` is a tensor of three numbers, `n` an int from 0 to 3.
"""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Thing:
    setup: str
    reads: list[str]  # expressions of a program
    changes: list[str]  # statements between calls
    writes: list[str] = dataclasses.field(default_factory=list)  # statements of a program
    names: str = ""  # the globals that a program leaves in some state, whose picture is compared
