"""Changed programs: the parser never crashes, and accepts and refuses as CPython does."""

import random
import subprocess
import sysconfig
from pathlib import Path

import pytest

from .parser import FOLDER, Parser, first_difference, needs_python_311, python_outcome

LIBRARY = Path(sysconfig.get_paths()["stdlib"])
# Insertions, most of them wrong.
PIECES = (
    """( ) [ ] { } , : . ; = == != -> ... := ! ~ + - * @ / ** << | < > += and or not in is if else for
async await yield lambda def class return import from as with try: except finally: while del global
pass None True match case _ print x 1 0x1 1.5 1j 's' f'{x}' f'{x!r:>{w}}' b'b' r'\\' ''' \" ' # \\ é 变量
$ ? 0 e j u'u' f\"{a['b']}\" type *a **k <>""".split()
    + ["\n", "\n  ", "\t", " ", "\f", "\\\n", "\xa0"]
)


def pieces_of_library(generator: random.Random) -> list[str]:
    paths = sorted(p for p in LIBRARY.glob("*.py"))
    texts = []
    for path in generator.sample(paths, 40):
        text = path.read_bytes().decode("utf-8", "replace").replace("\r", "")
        statements = text.split("\n\n\n")
        texts += [s for s in statements if 10 < len(s) < 1500]
    return texts


def mutate(text: str, texts: list[str], generator: random.Random) -> str:
    for _ in range(generator.choice([1, 1, 1, 2, 3])):
        at = generator.randrange(len(text) + 1)
        kind = generator.randrange(6)
        if kind == 0:
            text = text[:at] + text[at + generator.randrange(1, 4) :]
        elif kind == 1:
            text = text[:at] + generator.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + generator.choice(PIECES) + text[at + generator.randrange(1, 4) :]
        elif kind == 3:
            other = generator.choice(texts)
            start = generator.randrange(len(other))
            text = text[:at] + other[start : start + generator.randrange(1, 40)] + text[at:]
        elif kind == 4:
            lines = text.split("\n")
            row = generator.randrange(len(lines))
            lines[row] = generator.choice([lines[row][1:], " " + lines[row], "\t" + lines[row]])
            text = "\n".join(lines)
        else:
            text = text[:at]
    return text


@needs_python_311
@pytest.mark.parametrize("seed", range(4))
def test_same_judgement_as_python(seed: int) -> None:
    generator = random.Random(seed)
    texts = pieces_of_library(generator)
    other_messages = count = 0
    with Parser("--text") as parser:
        for _ in range(2000):
            text = mutate(generator.choice(texts), texts, generator)
            want = python_outcome(text)
            got = parser.parse(text)
            if want is None:
                continue
            assert (want.dump is None) == (got.dump is None), (text, want.message, got.message)
            if want.dump is not None:
                assert want.dump == got.dump, (text, first_difference(want.dump, got.dump))
            count += 1
            other_messages += want.message != got.message
    # Nearly all messages are the same; Python's own order of checks is not
    # followed into every corner.
    assert other_messages <= count // 200


@pytest.mark.parametrize("seed", range(4))
def test_hundred_thousand_files_without_a_crash(tmp_path: Path, seed: int) -> None:
    paths = tmp_path / "paths"
    paths.write_text("\n".join(str(p) for p in sorted(LIBRARY.rglob("*.py"))[seed::7]) + "\n")
    result = subprocess.run(
        [FOLDER / "fuzz-parser", paths, "25000", str(seed)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-2000:]
    assert "25000 files" in result.stdout
