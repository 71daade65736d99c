"""A program of plain use, which does compiled what it does eagerly, or is refused at its line.

A row is a function of a file of `programs`. `@same` takes the arguments of the function, which is the
program itself, fresh for each run; `@steps` is for what takes several calls or changes something
between them: the function gets a door (limits.doors) and compiles with it. `refused` is the code of
the diagnostic where Lith refuses the program, at the line marked `# here`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from limits.doors import Compiled, Eager, attempt, run, said
from limits.doors import same as equal
from limits.entry import Entry, Kind


@dataclasses.dataclass(frozen=True)
class Row:
    entry: Entry
    refused: str

    @property
    def name(self) -> str:
        return f"{self.entry.area}-{self.entry.fn.__name__}"


ROWS: list[Row] = []


def _mark(arguments: Callable[[], tuple] | None, refused: str):
    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        ROWS.append(Row(Entry(fn, Kind("same"), arguments), refused))
        return fn

    return mark


def same(arguments: Callable[[], tuple] = tuple, refused: str = ""):
    """Marks a program; `arguments` gives fresh ones for each run."""
    return _mark(arguments, refused)


def steps(refused: str = ""):
    """Marks a function that is given a door, compiles with it and returns what is compared."""
    return _mark(None, refused)


def verdict(row: Row) -> str:
    """Empty where the program does as eager, or is refused where the row says so."""
    eager = run(row.entry, Eager())
    got, refusal = attempt(lambda: run(row.entry, Compiled()))
    if refusal is not None:
        line = refusal.line if refusal.file == row.entry.fn.__code__.co_filename else None
        if (refusal.code, line) == (row.refused, row.entry.line()):
            return ""
        return f"refused: {refusal.code} at line {line}: {refusal}"
    assert got is not None
    if not equal(eager, got):
        return f"does {said(got)}, eager {said(eager)}"
    return "equals eager: it is not refused any more" if row.refused else ""
