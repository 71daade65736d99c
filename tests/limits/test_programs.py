"""Each limit is one still: a program that runs as eager does has to leave the list."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from language.isolated import in_child
from limits import page
from limits.doors import verdict
from limits.entry import ENTRIES, Entry

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs/limits.md"
page.areas()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e.area}-{e.fn.__name__}")
def test_limit(entry: Entry) -> None:
    """In a child, as a program may crash, may not end, and may leave changes of torch behind."""
    word = entry.kind.word
    said = in_child(lambda: verdict(entry), 3.0 if word == "hangs" else 60.0)
    if word in ("crashes", "hangs") and said.startswith(
        {"crashes": "crashed", "hangs": "hung"}[word]
    ):
        return
    assert not said, f"{entry.sentence}\nexpected: {entry.kind.word} {entry.kind.detail}\n{said}"


def test_every_area_is_on_the_page() -> None:
    files = {file.stem for file in (HERE / "areas").glob("*.py")} - {"__init__"}
    assert files == set(page.AREAS)


def test_names_and_sentences_are_whole() -> None:
    names = [(entry.area, entry.fn.__name__) for entry in ENTRIES]
    assert len(set(names)) == len(names)
    for entry in ENTRIES:
        assert entry.sentence.endswith("."), entry.fn.__name__


@pytest.mark.golden
def test_page_is_generated() -> None:
    if os.environ.get("LITH_GOLDEN") == "rewrite":
        PAGE.write_text(page.page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page.page()
