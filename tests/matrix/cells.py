"""One cell: an operation on an object of a kind that reached the program in a place.

A cell is called with both values, then with both exchanged. Each call is made in eager and compiled,
with objects of its own, and what can be observed is compared: the result, both objects afterwards,
printed text and exceptions.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import io
import re
import sys
import textwrap
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lith
from language.snapshot import UNIDENTIFIED, differences, picture
from matrix.kinds import KINDS, PRELUDE, Kind
from matrix.known import known
from matrix.operations import OPERATIONS
from matrix.places import PLACES

ADDRESS = re.compile(r"0x[0-9a-f]+|(?<=id=)\d+")


@dataclasses.dataclass
class Verdict:
    kind: str
    place: str
    operation: str
    # same, refused, words (only the text of the exception), known (it differs, and is written down),
    # differs, failed, crashed
    word: str
    said: str = ""


def source_of(kind: Kind, place: str, operation: str) -> str:
    """A module with `cell`, `call`, `FIRST` and `SECOND`."""
    how = PLACES[place]
    body = "\n".join(line for line in (how.binding, OPERATIONS[operation]) if line)
    depth = 8 if place == "closure" else 4
    text = how.source.replace("BODY", textwrap.indent(body, " " * depth))
    text = re.sub(r"\bFIRST\b", f"({kind.first})", text)
    text = re.sub(r"\bSECOND\b", f"({kind.second})", text)
    makers = f"make_first = lambda: ({kind.first})\nmake_second = lambda: ({kind.second})"
    return f"{PRELUDE}\n{kind.setup}\n\n{text}\n\n{makers}\n"


def load(text: str, folder: Path) -> Any:
    path = folder / "matrix_cell.py"
    path.write_text(text, encoding="utf-8")
    name = "matrix_cell"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclasses.dataclass
class Outcome:
    entries: list[Any]
    printed: str
    error: tuple[str, str] | None


def outcome(module: Any, function: Any, turned: bool) -> Outcome:
    """What one call does, or the error that its arguments cannot be made."""
    makers = [module.make_first, module.make_second]
    v, w = (maker() for maker in (reversed(makers) if turned else makers))
    module.call.n = -1 if turned else 1
    text, error, result = io.StringIO(), None, None
    with contextlib.redirect_stdout(text):
        try:
            result = module.call(function, v, w)
        except lith.CompileError:
            raise
        except Exception as e:  # noqa: BLE001 - it has to be eager's
            error = (type(e).__qualname__, ADDRESS.sub("0x", str(e)))
    entries = picture({"result": result, "v": v, "w": w}, unidentified=UNIDENTIFIED)
    for entry in entries:
        if isinstance(entry.value, str):
            entry.value = ADDRESS.sub("0x", entry.value)
    return Outcome(entries, ADDRESS.sub("0x", text.getvalue()), error)


def compared(eager: Outcome, other: Outcome) -> tuple[str, str]:
    if (eager.error is None) != (other.error is None) or (
        eager.error and other.error and eager.error[0] != other.error[0]
    ):
        return "differs", f"raised {other.error}, eager {eager.error}"
    said = differences(eager.entries, other.entries)
    if eager.printed != other.printed:
        said.append(f"printed {other.printed!r}, eager {eager.printed!r}")
    if said:
        return "differs", "\n".join(said)
    if eager.error != other.error:
        return "words", f"raised {other.error}, eager {eager.error}"
    return "same", ""


def judge(kind: Kind, place: str, operation: str, folder: Path) -> tuple[str, str]:
    text = source_of(kind, place, operation)
    module = load(text, folder)
    compiled = lith.to_static(module.cell)
    worst = ("same", "")
    for turned in (False, True):
        try:
            eager = outcome(module, module.cell, turned)
        except Exception:  # noqa: BLE001 - the place does not take such objects
            return "same", ""
        try:
            other = outcome(module, compiled, turned)
        except lith.CompileError as error:
            return "refused", str(error)
        word, said = compared(eager, other)
        if word == "differs":
            return word, said
        if word == "words":
            worst = (word, said)
    return worst


def run_in_eager(kind: Kind, place: str, operation: str, folder: Path) -> None:
    """Both calls of a cell, without Lith."""
    module = load(source_of(kind, place, operation), folder)
    for turned in (False, True):
        with contextlib.suppress(Exception):
            outcome(module, module.cell, turned)


def judge_all(kind: str, place: str, operations: list[str], folder: Path) -> Iterator[Verdict]:
    warnings.simplefilter("ignore")
    for operation in operations:
        try:
            word, said = judge(KINDS[kind], place, operation, folder)
        except Exception as error:  # noqa: BLE001 - any failure of the compiler is a finding
            word, said = "failed", f"{type(error).__name__}: {error}"
        if word == "differs" and known(kind, place, operation):
            word = "known"
        yield Verdict(kind, place, operation, word, said)
