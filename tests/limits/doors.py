"""How a limit's program is run: eagerly, or through Lith."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from language.harness import tool_call
from language.snapshot import differences, picture
from limits.entry import ANY, Entry


class Eager:
    """Leaves every function as it is."""

    def compile(self, fn, **options: Any):
        return fn

    def saved(self, fn, *calls: tuple, around=contextlib.nullcontext):
        with around():
            for call in calls:
                fn(*call)
        return fn

    def tool(self, fn, calls: list[tuple], arguments: tuple):
        """The numbers that the call gives."""
        return fn(*arguments).tolist()


class Compiled:
    """Compiles with `to_static`."""

    def compile(self, fn, **options: Any):
        import lith

        return lith.to_static(fn, **options)

    def saved(self, fn, *calls: tuple, around=contextlib.nullcontext):
        """The artifact of `fn` with the programs that `calls` need, made `around` them, loaded."""
        import lith

        program = lith.to_static(fn)
        with around():
            for call in calls:
                program(*call)
        with tempfile.TemporaryDirectory() as folder:
            program.save(f"{folder}/program.lith")
            return lith.load(f"{folder}/program.lith")

    def tool(self, fn, calls: list[tuple], arguments: tuple):
        """What `lith run` gives for the arguments, of the artifact with the programs that `calls` need."""
        import lith

        program = lith.to_static(fn)
        for call in calls:
            program(*call)
        with tempfile.TemporaryDirectory() as folder:
            program.save(f"{folder}/program.lith")
            done, arrays = tool_call(Path(folder, "program.lith"), arguments, folder)
            if done.returncode:
                raise RuntimeError(done.stderr)
            return arrays[0].tolist()


Outcome = tuple[Any, str, tuple[str, str] | None]  # picture, printed text, exception


def run(entry: Entry, door: Eager | Compiled) -> Outcome:
    """What the program does; CompileError passes."""
    torch.manual_seed(0)
    text = io.StringIO()
    roots: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(text):
            if entry.arguments is None:
                roots["result"] = entry.fn(door)
            else:
                given = entry.arguments()
                roots = {"args": list(given), "result": door.compile(entry.fn)(*given)}
    except Exception as error:  # noqa: BLE001 - whatever the program raises is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return [], text.getvalue(), (type(error).__name__, str(error))
    return picture(roots), text.getvalue(), None


def same(a: Outcome, b: Outcome) -> bool:
    return a[1:] == b[1:] and not differences(a[0], b[0])


def said(outcome: Outcome) -> str:
    """An outcome in a few words, for a message."""
    entries, printed, error = outcome
    if error:
        return f"{error[0]}: {error[1]}"
    results = ", ".join(f"{e.path}: {e.value!r}" for e in entries if e.path.startswith("result"))
    return f"{results} {printed!r}"[:500]


def attempt(work: Callable[[], Outcome]) -> tuple[Outcome | None, Any]:
    """The outcome, or the CompileError."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - only a refusal comes this far
        return None, error


def verdict(entry: Entry) -> str:
    """Empty where Lith does what the entry says; else what it does."""
    eager = run(entry, Eager())
    got, refusal = attempt(lambda: run(entry, Compiled()))
    word, detail = entry.kind.word, entry.kind.detail
    if refusal is not None:
        line = refusal.line if refusal.file == entry.fn.__code__.co_filename else None
        if word == "refused" and refusal.code == detail and line == entry.line():
            return ""
        return f"refused: {refusal.code} at line {line}: {refusal}"
    assert got is not None
    if same(eager, got):
        return "equals eager: delete the entry, and run ./dev golden"
    if word == "raises" and got[2] and got[2][0] == detail:
        return ""
    if word == "differs" and not got[2]:
        shown = [e for e in got[0] if e.path.startswith("result")]
        if detail is ANY or not differences(picture({"result": detail}), shown):
            return ""
    return f"does {said(got)}, eager {said(eager)}"
