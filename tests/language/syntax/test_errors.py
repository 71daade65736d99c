"""Wrong programs: the message and the place that CPython gives."""

import ast
import re
import sys
import unicodedata
from pathlib import Path

import pytest

from .parser import ROOT, Parser, first_difference, needs_python_311, python_outcome

# One Python string literal a line; a few are right after all.
PROGRAMS = [
    ast.literal_eval(line)
    for line in (Path(__file__).parent / "wrong_programs.txt").read_text("utf-8").splitlines()
]

# Early releases of 3.11 say something else.
CHANGED = {"f(**a, *b)", "b'é'", "f(a, *, b)", "f(a=1, *)", "f(**a, *b, c)", "x = 1；"}

ENCODED = [
    b"# coding: latin-1\nx='\xe9'",
    b"\xef\xbb\xbfx = 1",
    b"\xef\xbb\xbf# coding: utf-8\nx",
    b"\xef\xbb\xbf# coding: latin-1\nx",
    b"\xef\xbb\xbf# coding: utf8\nx",
    b"# coding: utf8\nx",
    b"# coding: gbk\nx = '\xd6\xd0\xce\xc4'",
    b"# -*- coding: iso-8859-15 -*-\n'\xa4'",
    b"\n\n# coding: latin-1\n'\xe9'",
    b"# coding: no-such-encoding\nx",
    b"# \xe9 in a comment\nx",
    b"x\xe9 = 1",
    b"x = 1 \xe9",
    b"x = 'abc\xe9d'",
    b"x = 'a' 'b\xe9' 'c'",
    b"x = '\xed\xa0\x80'",
    b"'''\n\n\xe9'''",
    b"b'\xe9'",
    b"x = 1\r\ny = 2\rz = '''a\r\nb'''",
    b"# coding: ascii\n'\xe9'",
]


@pytest.fixture(scope="module")
def text_parser():
    with Parser("--text") as parser:
        yield parser


@needs_python_311
@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_same_message_and_place(text_parser: Parser, program: str) -> None:
    if program in CHANGED and sys.version_info < (3, 11, 7):
        pytest.skip("another message in this release")
    want, got = python_outcome(program), text_parser.parse(program)
    if want.dump is not None:
        assert got.dump == want.dump, first_difference(want.dump, got.dump or got.message)
        return
    assert got.dump is None
    assert got.message == want.message
    # Within f-strings Python 3.11 counts from the brace; the true place is given here.
    if not want.message.startswith("f-string"):
        assert (got.line, got.column) == (want.line, want.column)


@needs_python_311
@pytest.mark.parametrize("source", ENCODED)
def test_encodings(source: bytes) -> None:
    want = python_outcome(source)
    with Parser() as parser:
        got = parser.parse(source)
    assert got.dump == want.dump
    if "codec can't" in want.message and "unicode error" in want.message:
        assert got.message == want.message


@pytest.mark.parametrize(
    "program",
    [
        "(" * 100_000,
        "(" * 100_000 + ")" * 100_000,
        "[" * 199 + "]" * 199,
        "not " * 100_000 + "x",
        "-" * 100_000 + "x",
        "lambda: " * 100_000 + "x",
        "x" + " + x" * 100_000,
        "x" + ".x" * 100_000,
        "x" + "()" * 100_000,
        "x" + " ** x" * 100_000,
        "x" + " if x else x" * 100_000,
        "x = " * 100_000 + "x",
        "await " * 100_000 + "x",
        "".join(" " * i + "if x:\n" for i in range(2000)),
        "if x: pass\n" + "elif x: pass\n" * 100_000,
        "match x:\n case " + "(" * 150 + "x" + ")" * 150 + ": pass",
        "match x:\n case " + "x." * 100_000 + "x: pass",
        "f'" + "{f'" * 1000 + "x",
        "f'{x:" + "{x:" * 1000 + "}'",
        "{" * 150 + "x: 1" + "}" * 150,
        "f(" * 150 + "x y" + ")" * 150,
        "[x for x in " * 150 + "y z" + "]" * 150,
        "a" * 1_000_000,
        "1" * 100_000,
        "0x" + "1" * 20_000,
        "'" + "\\n" * 500_000 + "'",
        "x = (\n" + "1,\n" * 100_000 + ")",
        "x, " * 100_000,
        "@x\n" * 10_000 + "def f(): pass",
    ],
    ids=range(29),
)
@pytest.mark.parametrize("version", ["--text", "--latest"])
def test_deep_and_long_programs_end(program: str, version: str) -> None:
    with Parser(version) as parser:
        outcome = parser.parse(program)
    assert outcome.dump or outcome.message


def test_later_syntax() -> None:
    programs = [
        "type X[T] = list[T]",
        "type X = int",
        "def f[T: int, *Ts, **P](x: T) -> T: return x",
        "class A[T = int](B): pass",
        "f'{'a' + \"b\"}'",
        "f'{x['k']!r:>{w['n']}}'",
        "f'{\n x  # a comment\n}'",
        "f'{\"\\n\".join(x)}'",
        "f'{f'{f'{1}'}'}'",
    ]
    with Parser("--text") as exact, Parser("--text", "--latest") as latest:
        for program in programs:
            assert latest.parse(program).dump, program
            assert exact.parse(program).dump is None, program
        assert "TypeAlias(name=Name(id='X'" in latest.parse(programs[0]).dump
        assert "type_params=[TypeVar(name='T'" in latest.parse(programs[2]).dump
        # `type` stays a name
        for program in ["type = 1", "type(x)", "type[x] = 1", "type: int = 3"]:
            assert latest.parse(program).dump == exact.parse(program).dump


@needs_python_311
def test_unicode_of_identifiers_and_literals(text_parser: Parser) -> None:
    programs = [
        "变量 = '中文' # 注释",
        "def 函数(参数: int = 1) -> str: return f'结果：{参数!r:>10}'",
        "ﬁn = ℌ = 𝔘𝔫𝔦 = Å = Å = 각 = ª",
        "x = '\\N{BULLET}\\N{CJK UNIFIED IDEOGRAPH-4E2D}\\N{HANGUL SYLLABLE GAG}\\N{latin small letter a}'",
        "x = '\\N{LF}\\N{NBSP}\\N{VS17}\\N{GRINNING FACE}'",
        "x = '\\ud800\\udfff\\U0001F600\\x7f\\x80\\u200b\\ue000'",
        "x = b'\\x00\\xff\\'\"'",
        "x = '\\'\"' '\\t\\r\\v'",
        "x = 1e16, 1e15, 1.5e-5, 0.0001, 1e999, 1e-999, 5e-324, 1.7976931348623157e308, 0.1, 1_0.0_1",
        "x = 1j, 0j, 1.5j, 1e999j, 10J, 1e20j",
        "x = 9223372036854775807, 9223372036854775808, 0xFFFFFFFFFFFFFFFFFFFFFFFF, 0o777, 0b1, 00, 1_000",
    ]
    for program in programs:
        want, got = python_outcome(program), text_parser.parse(program)
        assert got.dump == want.dump, first_difference(want.dump, got.dump or got.message)


@needs_python_311
def test_identifier_characters() -> None:
    """Each character that may be part of a name, and its normal form."""
    names = [chr(c) for c in range(0x110000) if ("a" + chr(c)).isidentifier()]
    program = "".join(f"zz{name}\n" for name in names)
    with Parser("--text") as parser:
        dump = parser.parse(program).dump
    got = [node.value.id for node in ast.parse(program).body]
    assert got == [unicodedata.normalize("NFKC", "zz" + name) for name in names]
    assert dump == python_outcome(program).dump


def test_errors_in_later_syntax() -> None:
    with Parser("--text", "--latest") as parser:
        got = [
            parser.parse("def f[T](x y): pass"),
            parser.parse("class A[T](B):\npass"),
            parser.parse("type X = = int"),
            parser.parse("f'{x['a' 'b' c]}'"),
        ]
    assert [(o.message, o.line, o.column) for o in got] == [
        ("invalid syntax", 1, 12),
        ("expected an indented block after class definition on line 1", 2, 1),
        ("invalid syntax", 1, 10),
        ("f-string: invalid syntax. Perhaps you forgot a comma?", 1, 6),
    ]


def test_every_kind_is_given() -> None:
    """Each diagnostic of the syntax layer comes out of some program above."""
    declared = set(
        re.findall(
            r"LITH_DIAGNOSTIC\(\w+, (\d+),",
            (ROOT / "compiler/diagnostics/kinds/syntax.def").read_text(),
        )
    )
    more = ["x = 0\0", "(" * 300, "not " * 5000 + "x", "1" * 5000, "f'{" + "(" * 300 + "}'"]
    more += ["".join(" " * i + "if x:\n" for i in range(200)), "# coding: ascii\n'é'"]
    more += ["match x:\n case 1j + 1j: pass", "match x:\n case 1 + 1: pass"]
    given = set()
    uncompilable = (Path(__file__).parent / "uncompilable_programs.txt").read_text("utf-8")
    later = [ast.literal_eval(line) for line in uncompilable.splitlines()]
    for arguments, sources in [
        (["--text"], PROGRAMS),
        ([], ENCODED + more),
        (["--text", "--check"], later),
    ]:
        with Parser(*arguments) as parser:
            given |= {parser.parse(source).code for source in sources}
    missing = {f"LTH{int(code):04}" for code in declared} - given
    assert not missing - {"LTH0003"}  # a file of 2 GiB
