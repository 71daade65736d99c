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


def parameters():
    for file in FILES:
        for this in harness.load_module(file).CASES:
            for door in harness.DOORS:
                if not harness.applies(this, door):
                    continue
                ident = f"{file.stem}-{this.name}-{door}"
                reason = KNOWN.get(door, {}).get(f"{file.stem}-{this.name}")
                marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
                yield pytest.param(file, this.name, door, id=ident, marks=marks)


@pytest.mark.parametrize(("file", "name", "door"), parameters())
def test_case(file: Path, name: str, door: str) -> None:
    harness.DOORS[door](file, name)


def test_known_failures_name_existing_cases() -> None:
    cases = {f"{f.stem}-{c}" for f in FILES for c in harness.cases_of(f)}
    listed = {name for door in KNOWN.values() for name in door}
    assert listed <= cases, f"no such case: {sorted(listed - cases)}"
