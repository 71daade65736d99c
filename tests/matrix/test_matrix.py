"""A slice of the matrix: of each kind a quarter of the operations, in one place.

What differs and is written down is in known.py.
"""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from matrix.kinds import KINDS
from matrix.known import KNOWN
from matrix.operations import OPERATIONS
from matrix.places import PLACES
from matrix.runner import run

pytestmark = pytest.mark.generated

LIMITS = Path(__file__).parents[2] / "docs" / "limits.md"
WRONG = ("differs", "failed", "crashed")


def chosen(text: str, among: int) -> int:
    return zlib.crc32(text.encode()) % among


def place_of(kind: str) -> str:
    return list(PLACES)[chosen(kind, len(PLACES))]


def slice_of(kind: str) -> list[str]:
    return [each for each in OPERATIONS if chosen(kind + each, 4) == 0]


@pytest.mark.parametrize("kind", KINDS)
def test_kind(kind: str) -> None:
    verdicts = list(run(kind, place_of(kind), slice_of(kind)))
    wrong = [f"{v.operation!r}: {v.word} {v.said[:300]}" for v in verdicts if v.word in WRONG]
    assert not wrong, f"{kind}, {place_of(kind)}:\n" + "\n".join(wrong)
    lost = [v for v in verdicts if v.word == "refused" and "LTH0700" in v.said]
    assert not lost, lost


def test_what_is_known_is_written_down() -> None:
    limits = LIMITS.read_text(encoding="utf-8")
    missing = [each.limit for each in KNOWN if each.limit not in limits]
    assert not missing, missing
