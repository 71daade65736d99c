"""Functions whose source is no file: units of text, ``exec``, ``python -c``, notebooks."""

from __future__ import annotations

import linecache
import subprocess
import sys

import pytest
import torch

import lith

X = torch.tensor([1.0, 2.0])
UNIT = """
def f(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        x = x + i
    return x
"""


def test_a_unit() -> None:
    unit = lith.CompilationUnit(UNIT)
    unit.define(
        "FACTOR = 3\ndef g(x):\n    many: List[int] = []\n    return f(x, FACTOR) + len(many)\n"
    )
    assert torch.equal(unit.f(X, 2), X + 1) and torch.equal(unit.g(X), X + 3)
    assert unit.find_function("f") is unit.f and unit.find_function("h") is None
    assert unit.get_functions() == [unit.f, unit.g] and repr(unit) == "<lith unit of f, g>"
    assert isinstance(unit.f, lith.Program) and unit.f.source == UNIT.lstrip()
    assert repr(lith.CompilationUnit()) == "<lith unit of nothing>"


def test_mistakes_of_a_unit() -> None:
    unit = lith.CompilationUnit(UNIT)
    with pytest.raises(RuntimeError, match="the function 'f' is already defined"):
        unit.define("def h(x):\n    return x\ndef f(x):\n    return x\n")
    with pytest.raises(SyntaxError, match="expected ':'"):
        unit.define("def h(x) return x\n")
    with pytest.raises(AttributeError, match="the unit has no function 'h'"):
        unit.h  # noqa: B018
    unit.define("def bad(x):\n    y = x\n    return eval('y')\n")
    with pytest.raises(lith.CompileError) as refused:
        unit.bad(X)
    assert refused.value.line == 3 and refused.value.file.startswith("<source ")
    assert "return eval('y')" in str(refused.value)
    unit.define("def raising(x):\n    raise ValueError('no')\n")
    with pytest.raises(ValueError, match="no"):
        unit.raising(X)


TEXT = "STEP = 3\ndef helper(x):\n    return x + STEP\ndef made(x):\n    return helper(x) * 2\n"


def made_by_exec(text: str = TEXT) -> dict:
    scope: dict = {}
    exec(text, scope)
    return scope


def test_source_of_what_exec_made(tmp_path) -> None:
    """With what was defined beside it; the texts of two such functions are told apart."""
    scope = made_by_exec()
    with pytest.raises(lith.CompileError, match="has no source; lith.to_static") as refused:
        lith.to_static(scope["made"])(X)
    assert refused.value.code == "LTH0303"
    program = lith.to_static(scope["made"], source=TEXT)
    assert torch.equal(program(X), (X + 3) * 2) and program.source.startswith("def made(x)")
    other = TEXT.replace("* 2", "* 5")
    again = lith.to_static(source=other)(made_by_exec(other)["made"])
    assert torch.equal(again(X), (X + 3) * 5) and torch.equal(program(X), (X + 3) * 2)
    again.save(tmp_path / "p.lith")
    assert torch.equal(lith.load(tmp_path / "p.lith")(X), (X + 3) * 5)


def test_a_text_that_is_another_one() -> None:
    scope = made_by_exec(TEXT.replace("STEP\n", "STEP + 1\n"))
    for text in (TEXT, "def made(x) return x", "x = 1\n"):
        with pytest.raises(ValueError, match="the source is not what helper was made of"):
            lith.to_static(scope["helper"], source=text)
    with pytest.raises(TypeError, match="a source is of a function, not of"):
        lith.to_static(torch.nn.Linear(2, 2), source=TEXT)


def test_lambdas_and_decorators_of_a_text() -> None:
    text = "def same(f):\n    return f\n@same\ndef f(x):\n    return g(x)\ng = lambda x: x * 4\n"
    scope = made_by_exec(text)
    assert torch.equal(lith.to_static(scope["f"], source=text)(X), X * 4)


def test_cells_of_a_notebook() -> None:
    """They register their lines with linecache, under a name of their own."""
    name, text = "/tmp/ipykernel_1/2.py", "def cell(x):\n    return x - 1\n"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope: dict = {}
    exec(compile(text, name, "exec"), scope)
    assert torch.equal(lith.to_static(scope["cell"])(X), X - 1)


def test_python_c() -> None:
    code = (
        "import lith\ndef f(n):\n    return n + 1\nassert lith.to_static(f)(2) == 3\n"
        "scope = {}\nexec('def g(n):\\n    return n', scope)\n"
        "try:\n    lith.to_static(scope['g'])(2)\n"
        "except lith.CompileError as error:\n    assert 'has no source' in str(error)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_prompt_of_the_interpreter() -> None:
    """Its history has what was typed; each statement is a text of its own."""
    readline = pytest.importorskip("readline")
    scope: dict = {}
    statements = [
        "def typed(x):\n    return x + 1\n",
        "def other(x):\n    y = typed(x)\n    return y * 3\n",
        "def typed(x):\n    return x + 2\n",
        "triple = lambda x: x * 3\n",
        "def same(f):\n    return f\n",
        "@same\ndef decorated(x):\n    return triple(x)\n",
    ]
    for statement in statements:
        for line in statement.splitlines():
            readline.add_history(line)
        exec(compile(statement, "<stdin>", "single"), scope)
    for name, want in (("other", (X + 2) * 3), ("triple", X * 3), ("decorated", X * 3)):
        assert torch.equal(lith.to_static(scope[name])(X), want)
    assert lith.to_static(scope["typed"]).source == statements[2]
    exec(compile("def gone(x):\n    return x\n", "<stdin>", "single"), scope)
    with pytest.raises(lith.CompileError, match="has no source"):
        lith.to_static(scope["gone"])(X)
