"""Every diagnostic of `compiler/diagnostics/kinds` has a test that asserts its code and the line it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from faults import refused
from faults.syntax_codes import PROGRAMS
from faults.test_mistakes import mark
from language.syntax.parser import Parser, needs_python_311
from language.syntax.test_checks import compiled

ROOT = Path(__file__).parents[2]
BEFORE = "# a comment\n\n"  # so that a line of 1 is no accident
#: Codes without a program, and why.
ELSEWHERE = {
    "LTH0003": "a source of 2 GiB",
    "LTH0316": "sources compiled from C++: tests/package/test_compiler.py",
    "LTH0313": "sources compiled from C++: tests/package/test_compiler.py",
    "LTH0318": "needs nine calls: tests/python/test_specifications.py",
    "LTH0319": "found when a specification is saved: tests/python/test_specifications.py",
    "LTH0320": "needs a mode around a call: tests/python/test_modes.py",
    "LTH0500": "no part of the compiler reports it",
    "LTH0700": "a defect of the compiler: each is mended, none stays as a test",
}
#: Where CPython names another line.
OTHER_LINE = {"LTH0129": "the first of the two statements; here the second, which contradicts it"}


def codes() -> dict[str, str]:
    """The name of each code that the compiler declares."""
    texts = [
        file.read_text("utf-8") for file in (ROOT / "compiler/diagnostics/kinds").glob("*.def")
    ]
    found = re.findall(r"LITH_DIAGNOSTIC\((\w+), (\d+),", "".join(texts))
    return {f"LTH{int(number):04}": name for name, number in found}


def test_every_code_has_a_program() -> None:
    tested = set(PROGRAMS) | {
        mark(fn)[1] for fn in refused.FUNCTIONS if fn is not refused.in_callee
    }
    assert not set(ELSEWHERE) & tested, "has a program after all"
    assert set(codes()) == tested | set(ELSEWHERE)


@pytest.mark.parametrize("code", PROGRAMS)
def test_code_and_line(code: str) -> None:
    program, line = PROGRAMS[code]
    if isinstance(program, str):
        program, line = BEFORE + program, line + BEFORE.count("\n")
    with Parser("--check", *(["--text"] if isinstance(program, str) else [])) as parser:
        got = parser.parse(program)
    assert (got.code, got.line) == (code, line)


@needs_python_311
@pytest.mark.parametrize("code", [c for c in PROGRAMS if isinstance(PROGRAMS[c][0], str)])
def test_line_is_that_of_cpython(code: str) -> None:
    program, line = PROGRAMS[code]
    want = compiled(program)
    if want is not None and code not in OTHER_LINE:
        assert want.dump is None and want.line == line
