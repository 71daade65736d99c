"""What CPython refuses only when it compiles: the same judgement and message."""

import ast
import random
import warnings
from pathlib import Path

import pytest

from .parser import Outcome, Parser, needs_python_311
from .test_mutations import mutate, pieces_of_library

PROGRAMS = [
    ast.literal_eval(line)
    for line in (Path(__file__).parent / "uncompilable_programs.txt")
    .read_text("utf-8")
    .splitlines()
]
# Python points at the statement, or at the first of two; here the place is narrower.
ELSEWHERE = ("future feature", "not a chance", "name 'x' is nonlocal and global", "alternative")


def compiled(source: str) -> Outcome | None:
    """What compile() says; None where it runs into a limit of its own."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "program", "exec", dont_inherit=True)
        return Outcome("")
    except SyntaxError as error:
        return Outcome(None, error.msg, error.lineno or 1, error.offset or 1)
    except (RecursionError, MemoryError, ValueError):
        return None


@pytest.fixture(scope="module")
def checker():
    with Parser("--text", "--check") as parser:
        yield parser


@needs_python_311
@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_same_message(checker: Parser, program: str) -> None:
    want, got = compiled(program), checker.parse(program)
    assert (got.dump is None) == (want.dump is None), got.message
    assert got.message == want.message
    if want.dump is None and not want.message.startswith(ELSEWHERE):
        if "__debug__" in want.message or "except* block" in want.message:
            assert got.line == want.line
        else:
            assert (got.line, got.column) == (want.line, want.column)


@needs_python_311
def test_same_judgement_of_mutations(checker: Parser) -> None:
    generator = random.Random(11)
    texts = pieces_of_library(generator)
    for _ in range(1500):
        text = mutate(generator.choice(texts), texts, generator)
        want = compiled(text)
        if want is not None:
            got = checker.parse(text)
            assert (want.dump is None) == (got.dump is None), (text, want.message, got.message)
