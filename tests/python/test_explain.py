"""Why there are several programs: LITH_LOG=recompiles, and what explain() shows."""

from __future__ import annotations

import html
import inspect

import pytest
import torch

import lith


class Deep(torch.nn.Module):
    def __init__(self, layers: int) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList(
            torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.5)) for _ in range(layers)
        )

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def scale(x, mode="add", *, by=2):
    return x + by if mode == "add" else x * by


LIMIT = 3


def limited(x):
    return x.clamp(max=LIMIT) if LIMIT < 10 else x


@pytest.fixture
def logged(monkeypatch, capfd):
    """Calls, and gives the lines of the error output."""
    monkeypatch.setenv("LITH_LOG", "other,recompiles")

    def lines(function, *args, **kwargs):
        function(*args, **kwargs)
        return capfd.readouterr().err.splitlines()

    return lines


def test_a_line_for_each_program_after_the_first(logged, monkeypatch) -> None:
    f = lith.to_static(scale)
    x = torch.ones(2)
    assert logged(f, x) == []
    assert logged(f, x) == []
    start = "lith: recompiles scale: needs "
    (line,) = logged(f, x.double())
    assert line == (start + "x: Tensor float32, 1 dimensions; found Tensor float64, 1 dimensions")
    (line,) = logged(f, x[None])
    assert line.startswith(start + "x: Tensor float64, 1 dimensions; found Tensor float32, 2 dim")
    (line,) = logged(f, x, "mul")
    assert line == start + "1 positional argument; found 2 positional arguments"
    (line,) = logged(f, x, "add\n" * 200)
    assert line.startswith(start + "mode == 'mul'; found 'add\\nadd") and len(line) < 400
    (line,) = logged(f, x, by=3)
    assert line == start + "2 positional arguments; found 1 positional argument, by="
    monkeypatch.delenv("LITH_LOG")
    assert logged(f, x.half()) == []


def test_both_values_of_what_stands_outside(logged, monkeypatch) -> None:
    f = lith.to_static(limited)
    assert logged(f, torch.ones(2)) == []
    monkeypatch.setattr("test_explain.LIMIT", 30)
    (line,) = logged(f, torch.ones(2))
    assert line == "lith: recompiles limited: needs LIMIT == 3; found 30"


def test_modes_and_objects(logged) -> None:
    net = lith.to_static(Deep(1))
    x = torch.ones(1, 4)
    with torch.no_grad():
        assert logged(net, x) == []
        net.eval()
        (line,) = logged(net, x)
    assert "training == True; found False" in line and line.startswith("lith: recompiles Deep: ")
    (line,) = logged(net, x)
    assert line == "lith: recompiles Deep: needs grad_mode is False; found True"
    f = lith.to_static(lambda a, b: a.add_(1) + b)
    assert logged(f, x, x.clone()) == []
    (line,) = logged(f, x, x)
    assert line.endswith("needs b shares no memory with a; found shared memory")


def test_explain_leads_with_the_differences(capsys) -> None:
    net = lith.to_static(Deep(20))
    with torch.no_grad():
        net(torch.ones(1, 4))
        net.eval()
        net(torch.ones(1, 4))
    capsys.readouterr()
    net.explain()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("2 compiled")
    assert lines[1].startswith(
        "  program 0 needs 20 places have .training == False, such as <Deep>.layers.0.1"
    )
    assert lines[2].startswith("  program 1 needs ") and "program 2" not in "".join(lines)
    state = net.get_debug_state()
    assert len(state.programs[0].guards) > 200 and len(lines) < 40
    assert sum("nn.Module" in line for line in lines) == 1
    weights = [line for line in lines if "requires grad" in line]
    assert len(weights) == 2 and all(
        line.startswith("  20 tensors are Tensor float32") for line in weights
    )
    net.explain(full=True)
    everything = capsys.readouterr().out.splitlines()
    for program in state.programs:
        for guard in program.guards:
            assert "  " + guard.splitlines()[0] in everything


def test_without_rich_and_before_the_first_call(capsys, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rich.console", None)
    f = lith.to_static(scale)
    f.explain()
    assert "0 compiled" in capsys.readouterr().out
    f(torch.ones(2))
    f.explain()
    said = capsys.readouterr().out
    assert "program 0: calls 1, staging" in said and "x: Tensor float32, 1 dimensions" in said


def test_the_page_holds_everything(tmp_path) -> None:
    f = lith.to_static(scale)
    f(torch.ones(2))
    f(torch.ones(2), "mul")
    f.explain(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert (
        page.index("How they differ") < page.index("mode == &#x27;mul&#x27;") < page.index("Source")
    )
    for program in f.get_debug_state().programs:
        assert all(html.escape(guard) in page for guard in program.guards)


def _lines(function, *args):
    compiled = lith.to_static(function)
    compiled(*args)
    (program,) = compiled.get_debug_state().programs
    return compiled, program


def line_in(function, text: str) -> str:
    lines, start = inspect.getsourcelines(function)
    return f"{__file__}:{start + next(i for i, line in enumerate(lines) if text in line)}"


def inline_step(x, w):
    y = (x @ w).exp()
    y.sum().backward()


def looping_step(x, w):
    y = x
    while y.norm() < 10:
        y = y @ w
    y.sum().backward()


def across_step(x, w):
    return (x @ w).tanh().sum()


def test_a_backward_that_is_inline(capsys) -> None:
    x, w = torch.ones(2, 3), torch.ones(3, 3, requires_grad=True)
    compiled, program = _lines(inline_step, x, w)
    (backward,) = program.backwards
    assert (backward.kind, backward.why) == ("inline", "")
    assert backward.place == line_in(inline_step, "backward")
    assert line_in(inline_step, "exp()") in [each.place for each in backward.saved]
    assert all(each.what.startswith("float32 [") for each in backward.saved)
    capsys.readouterr()
    compiled.explain(full=True)
    out = capsys.readouterr().out
    assert f"backward at {backward.place} is inline; it keeps {len(backward.saved)} tensor" in out


def test_a_backward_through_segments_says_which_join_made_them(capsys) -> None:
    x, w = torch.ones(2, 3), torch.ones(3, 3, requires_grad=True)
    compiled, program = _lines(looping_step, x, w)
    by_kind = {}
    for each in program.backwards:
        by_kind.setdefault(each.kind, []).append(each)
    (engine,) = by_kind["engine"]
    assert engine.place == line_in(looping_step, "backward")
    assert engine.why == "paths meet at " + line_in(looping_step, "while")
    assert line_in(looping_step, "@ w") in [each.place for each in by_kind["segment"]]
    compiled.explain()
    assert "runs through segments, since paths meet at " in capsys.readouterr().out


def test_what_a_call_keeps_for_the_backward_outside(tmp_path) -> None:
    x, w = torch.ones(2, 3), torch.ones(3, 3, requires_grad=True)
    compiled, program = _lines(across_step, x, w)
    (segment,) = program.backwards
    assert (segment.kind, segment.why) == ("segment", "its results leave the call")
    assert segment.saved
    compiled.explain(tmp_path / "page.html")
    assert "is a segment, since its results leave the call" in (tmp_path / "page.html").read_text()
    with torch.no_grad():
        compiled(x, w)
    assert compiled.get_debug_state().programs[0].backwards == []
