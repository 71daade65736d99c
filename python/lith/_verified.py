"""verify: the calls that a file holds with their results, made again."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import IO

from . import _lith
from ._loaded import opened


@dataclass(frozen=True)
class ExampleOutcome:
    """What became of one example.

    Attributes:
        method: what was called.
        agrees: whether the result is what it was, within the tolerances of its dtypes.
        absolute: the largest difference of two numbers.
        relative: the same, by the size of the number that it was.
        seconds: how long the call took.
        message: where it does not agree, the first difference or what was raised.
    """

    method: str
    agrees: bool
    absolute: float
    relative: float
    seconds: float
    message: str

    def __str__(self) -> str:
        said = "agrees" if self.agrees else f"differs: {self.message}"
        return (
            f"{self.method}: {said}; largest difference {self.absolute:.3g}, "
            f"relative {self.relative:.3g}; {self.seconds * 1e3:.3f} ms"
        )


@dataclass(frozen=True)
class Verification:
    """What became of the examples of a file; true where all agree."""

    examples: list[ExampleOutcome]

    def __bool__(self) -> bool:
        return all(each.agrees for each in self.examples)

    def __str__(self) -> str:
        return "\n".join(f"{i}: {each}" for i, each in enumerate(self.examples))


def verify(path: str | os.PathLike[str] | IO[bytes]) -> Verification:
    """Makes the calls of all examples that a file holds again, and compares their results.

    Numbers of one dtype may differ as much as those of other processors do: by 1e-4 of float32 and
    of Python's floats, 1e-7 of float64, 1e-2 of float16, 4e-2 of bfloat16, and a little more near
    zero. Others are equal.

    Returns:
        What became of each; it is true where all agree.

    Raises:
        ValueError: when the file holds no examples.
        OSError: when it cannot be read.
        RuntimeError: when it is damaged, of another version, or made for another processor.
    """
    outcomes = _lith.verify(opened(path))
    if not outcomes:
        raise ValueError(f"{path} holds no examples: save takes them")
    return Verification([ExampleOutcome(each[0] or "forward", *each[1:]) for each in outcomes])
