"""Drives the parser of a build, one process for many files, and asks CPython for its view."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("LITH_BUILD_DIR", ROOT / "build"))
FOLDER = BUILD / "tests" / "language" / "syntax"

needs_python_311 = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="trees and messages are those of Python 3.11"
)


@dataclass(frozen=True)
class Outcome:
    """A tree, or an error with its place: line and column from 1, the column in characters."""

    dump: str | None
    message: str = ""
    line: int = 0
    column: int = 0
    code: str = ""  # of the diagnostic; empty in what CPython says


class Parser:
    """`lith-ast` with `arguments`, as a context."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments

    def __enter__(self) -> Parser:
        self.process = subprocess.Popen(
            [FOLDER / "lith-ast", *self.arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.stdin.close()
        status = self.process.wait()
        if exc[0] is None:
            assert status == 0

    def parse(self, source: bytes | str) -> Outcome:
        data = source.encode("utf-8") if isinstance(source, str) else source
        self.process.stdin.write(b"TEXT %d\n" % len(data) + data)
        self.process.stdin.flush()
        return self._answer(data)

    def parse_file(self, path: Path) -> Outcome:
        self.process.stdin.write(b"FILE " + os.fsencode(path) + b"\n")
        self.process.stdin.flush()
        return self._answer(path.read_bytes())

    def _answer(self, source: bytes) -> Outcome:
        head = self.process.stdout.readline().split()
        assert head, f"the parser died with status {self.process.wait()} on {source[:2000]!r}"
        text = self.process.stdout.read(int(head[-1]) + 1)[:-1].decode("utf-8", "surrogatepass")
        if head[0] == b"OK":
            return Outcome(text)
        line, column = int(head[2]), int(head[3])
        lines = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        before = lines[line - 1][:column] if 0 < line <= len(lines) else b""
        characters = len(before.decode("utf-8", "replace")) + column - len(before)
        return Outcome(None, text, line, characters + 1, head[1].decode())


def python_outcome(source: bytes | str) -> Outcome | None:
    """What CPython says; None where it runs into a limit of its own."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Outcome(ast.dump(ast.parse(source), include_attributes=True))
    except SyntaxError as error:
        return Outcome(None, error.msg, max(1, error.lineno or 1), max(1, error.offset or 1))
    except ValueError as error:
        return Outcome(None, str(error), 1, 1)
    except (RecursionError, MemoryError):
        return None


def first_difference(want: str, got: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
    return f"at {at}:\n  want …{want[max(0, at - 120) : at + 120]}\n  got  …{got[max(0, at - 120) : at + 120]}"
