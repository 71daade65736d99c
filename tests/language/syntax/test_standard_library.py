"""Every file of the standard library, its test suite included: the same tree, the same refusals."""

import sysconfig
from pathlib import Path

import pytest

from .parser import Parser, first_difference, needs_python_311, python_outcome

LIBRARY = Path(sysconfig.get_paths()["stdlib"])
PARTS = 8


def library_files() -> list[Path]:
    return sorted(p for p in LIBRARY.rglob("*.py") if "site-packages" not in p.parts)


@needs_python_311
@pytest.mark.parametrize("part", range(PARTS))
def test_same_trees(part: int) -> None:
    files = library_files()[part::PARTS]
    differing, refused = [], []
    with Parser() as parser:
        for path in files:
            want = python_outcome(path.read_bytes())
            got = parser.parse_file(path)
            if want is None:
                continue
            if (want.dump is None) != (got.dump is None):
                differing.append(
                    f"{path}: {want.message or 'accepted'} / {got.message or 'accepted'}"
                )
            elif want.dump is None:
                refused.append((path.name, want.message, got.message))
            elif want.dump != got.dump:
                differing.append(f"{path} {first_difference(want.dump, got.dump)}")
    assert not differing, f"{len(differing)} of {len(files)} differ:\n" + "\n".join(differing[:5])
    different_messages = [entry for entry in refused if entry[1] != entry[2]]
    assert not different_messages


def test_latest_version_accepts_the_library() -> None:
    """What 3.11 accepts means the same in the latest version of the language."""
    files = library_files()[::10]
    with Parser() as exact, Parser("--latest") as latest:
        for path in files:
            want = exact.parse_file(path)
            if want.dump is not None:
                assert latest.parse_file(path).dump == want.dump, path
