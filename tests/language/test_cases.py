"""Every program of cases/ through every door; see harness.py.

What the compiler does not do yet is listed in known_failures.toml with the reason. The list is
strict: an entry that passes is an error, so the list only names what really fails.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from language import harness

HERE = Path(__file__).parent
FILES = sorted((HERE / "cases").glob("*.py"))
KNOWN = tomllib.loads((HERE / "known_failures.toml").read_text(encoding="utf-8"))
DOORS = {
    "eager": harness.run_eager,
    "static": harness.run_static,
    "reversed": lambda path, name: harness.run_static(path, name, reverse=True),
    "artifact": harness.run_artifact,
    "tool": harness.run_tool,
}


def parameters():
    for file in FILES:
        for this in harness.load_module(file).CASES:
            for door in DOORS:
                if door in ("artifact", "tool") and not this.artifact:
                    continue
                if door == "tool" and not any(map(harness.runs_in_tool, this.calls())):
                    continue
                if door == "reversed" and this.ordered:
                    continue
                ident = f"{file.stem}-{this.name}-{door}"
                reason = KNOWN.get(door, {}).get(f"{file.stem}-{this.name}")
                marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
                yield pytest.param(file, this.name, door, id=ident, marks=marks)


@pytest.mark.parametrize(("file", "name", "door"), parameters())
def test_case(file: Path, name: str, door: str) -> None:
    DOORS[door](file, name)


def test_known_failures_name_existing_cases() -> None:
    cases = {f"{f.stem}-{c}" for f in FILES for c in harness.cases_of(f)}
    listed = {name for door in KNOWN.values() for name in door}
    assert listed <= cases, f"no such case: {sorted(listed - cases)}"
