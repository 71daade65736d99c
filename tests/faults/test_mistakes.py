"""A user's mistakes: eager's exception at eager's line, or a refusal before anything has run."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
import torch

from faults import refused
from language import harness

HERE = Path(__file__).parent
MISTAKES = HERE / "mistakes.py"


@pytest.mark.parametrize("name", harness.cases_of(MISTAKES))
def test_mistake(name: str) -> None:
    harness.run_eager(MISTAKES, name)
    harness.run_static(MISTAKES, name)
    harness.run_reversed(MISTAKES, name)


def mark(fn) -> tuple[int, str]:
    """The line that a comment marks with the code of the refusal, and that code."""
    lines, first = inspect.getsourcelines(fn)
    marks = [(first + i, text.partition("# ")[2].strip()) for i, text in enumerate(lines)]
    return next((line, code) for line, code in marks if code.startswith("LTH"))


@pytest.mark.parametrize("fn", refused.FUNCTIONS, ids=lambda f: f.__name__)
def test_refused(fn, capfd) -> None:
    import lith

    with pytest.raises(lith.CompileError) as caught:
        lith.to_static(fn)(torch.ones(2, 2))
    assert capfd.readouterr().out == "", "something of the call has run"
    line, code = mark(refused.helper if fn is refused.in_callee else fn)
    error = caught.value
    assert isinstance(error, RuntimeError)
    assert (error.file, error.line, error.code) == (refused.__file__, line, code)
    assert error.column > 0 and code in str(error)
    assert "^" in str(error) or "~" in str(error), "the range is shown"
    if fn is refused.in_callee:
        assert "in_callee" in str(error), "the chain of calls is shown"


def test_function_without_source() -> None:
    import lith

    space: dict = {}
    exec("def made(x):\n    return x + 1", space)
    with pytest.raises(lith.CompileError):
        lith.to_static(space["made"])(torch.ones(2))


def test_edited_source(tmp_path: Path) -> None:
    import importlib.util

    import lith

    file = tmp_path / "edited_module.py"
    file.write_text("def f(x):\n    return x + 1\n")
    spec = importlib.util.spec_from_file_location("edited_module", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    file.write_text("def f(x):\n    return x + 2\n")
    with pytest.raises(lith.CompileError):
        lith.to_static(module.f)(torch.ones(2))


def test_integer_past_64_bits_raises() -> None:
    import lith

    def power(x, n):
        return x, 3**n

    program = lith.to_static(power)
    assert program(torch.ones(1), 4)[1] == 81
    with pytest.raises(OverflowError):
        program(torch.ones(1), 64)


@pytest.mark.parametrize("bad", [3, None, "text", print, object()])
def test_not_a_program(bad) -> None:
    import lith

    with pytest.raises((TypeError, lith.CompileError)):
        lith.to_static(bad)(torch.ones(1))


def test_no_compile_raises(monkeypatch) -> None:
    import lith

    program = lith.to_static(refused.helper.__globals__["torch"].nn.ReLU())
    program(torch.ones(2))
    monkeypatch.setenv("LITH_NO_COMPILE", "1")
    program(torch.ones(5))
    with pytest.raises(RuntimeError):
        program(torch.ones(5, dtype=torch.float64))


def test_disabled_gives_the_function(monkeypatch) -> None:
    import lith

    monkeypatch.setenv("LITH_DISABLE", "1")
    assert lith.to_static(refused.helper) is refused.helper
