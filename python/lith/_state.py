"""What can be asked of a compiled callable: its programs, what they assume and what they cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class CompiledProgram:
    """One compiled program: what it assumes, what it cost, how often it ran.

    Times are in seconds, sizes in bytes.
    """

    guards: list[str]
    graph: str = field(repr=False)
    compile_time: float
    stage_time: float
    pass_time: float
    codegen_time: float
    calls: int
    example: tuple[tuple[Any, ...], dict[str, Any]] | None = field(repr=False)
    code_size: int


@dataclass(frozen=True)
class DebugState:
    """The state of a compiled callable."""

    programs: list[CompiledProgram]
