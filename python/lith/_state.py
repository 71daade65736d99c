"""What can be asked of a compiled callable: its programs, what they assume and what they cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ._graph import Graph
from ._recall import recalled


@dataclass(frozen=True)
class Guard:
    """One assumption of a program, which each call checks.

    Attributes:
        kind: "identity", "equal", "class", "absent", "lacks", "length", "keys", "elements",
            "tensor", "storage", "distinct" or "ambient".
        place: where a call finds what it speaks of, such as ``model._modules['0'].p``; of an
            "ambient" one a name such as ``grad_mode``.
        steps: of `place`, those after the argument or the outside object: ``('.p',)`` is the last.
        text: the assumption in words.
        brief: the same, with the last step in place of `place`.
        expected: the object that it compares with, or None.
    """

    kind: str
    place: str
    steps: tuple[str, ...]
    text: str
    brief: str
    expected: Any = field(repr=False)


@dataclass(frozen=True)
class Saved:
    """What a program keeps from forward to backward.

    Attributes:
        place: the line that made it, as "file:line"; "" for what was there before the call.
        what: its dtype and sizes, "?" for each that is known only when the program runs.
        bytes: of the sizes that are known.
        is_whole: whether those are all.
    """

    place: str
    what: str
    bytes: int
    is_whole: bool


@dataclass(frozen=True)
class Backward:
    """What a program does for gradients at one place.

    Attributes:
        kind: "inline", a backward that is part of the program where it stands; "engine", one that
            runs through segments; "segment", operations whose gradients are a function of their
            own, with what it keeps.
        place: of a backward its line, of a segment that of its last operation.
        why: what made a segment of it; "" for what is inline.
        saved: what is kept for it.
    """

    kind: str
    place: str
    why: str
    saved: tuple[Saved, ...] = field(repr=False)


@dataclass(frozen=True)
class CompiledProgram:
    """One compiled program: what it assumes, what it cost, how often it ran.

    Times are in seconds, sizes in bytes.
    """

    assumptions: list[Guard] = field(repr=False)
    graph: Graph = field(repr=False)
    compile_time: float
    stage_time: float
    pass_time: float
    codegen_time: float
    calls: int
    described: tuple[tuple[Any, ...], dict[str, Any]] | None = field(repr=False)
    code_size: int
    backwards: list[Backward] = field(default_factory=list, repr=False)

    @property
    def example(self) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
        """The call that it was compiled for, with tensors as `InputSpec`. An object that is gone
        since is one with the attributes that it had.

        Raises:
            CompileError: a module among the arguments is gone.
        """
        return recalled(self.described, {})

    @property
    def guards(self) -> list[str]:
        """The assumptions in words, in the order in which a call checks them."""
        return [guard.text for guard in self.assumptions]


@dataclass(frozen=True)
class DebugState:
    """The state of a compiled callable."""

    programs: list[CompiledProgram]
