"""A slice of the matrix: of each kind a quarter of the operations, in one place.

What differs today is listed in different.json, by kind; what does no more has to go from there.
`LITH_GOLDEN=rewrite pytest tests/matrix` (in one process) writes the list anew.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

import pytest

from matrix.kinds import KINDS
from matrix.operations import OPERATIONS
from matrix.places import PLACES
from matrix.runner import run

pytestmark = pytest.mark.generated

LIST = Path(__file__).parent / "different.json"
WRONG = ("differs", "failed", "crashed")


def chosen(text: str, among: int) -> int:
    return zlib.crc32(text.encode()) % among


def place_of(kind: str) -> str:
    return list(PLACES)[chosen(kind, len(PLACES))]


def slice_of(kind: str) -> list[str]:
    return [each for each in OPERATIONS if chosen(kind + each, 4) == 0]


def listed() -> dict[str, list[str]]:
    return json.loads(LIST.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
def test_kind(kind: str) -> None:
    verdicts = list(run(kind, place_of(kind), slice_of(kind)))
    wrong = {each.operation: each for each in verdicts if each.word in WRONG}
    known = listed()
    if os.environ.get("LITH_GOLDEN") == "rewrite":
        known[kind] = sorted(wrong)
        kept = {name: known[name] for name in KINDS if known.get(name)}
        LIST.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        return
    fresh = [
        f"{o!r}: {v.word} {v.said[:300]}" for o, v in wrong.items() if o not in known.get(kind, [])
    ]
    assert not fresh, f"{kind}, {place_of(kind)}:\n" + "\n".join(fresh)
    assert sorted(wrong) == sorted(known.get(kind, [])), (
        "the list has what does not differ any more"
    )
    lost = [v for v in verdicts if v.word == "refused" and "LTH0700" in v.said]
    assert not lost, lost
