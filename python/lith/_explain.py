"""explain(): what was compiled, in the terminal or as a page."""

from __future__ import annotations

import functools
import inspect
import re
import sys
import textwrap
from html import escape

from ._state import Backward, CompiledProgram, Guard, Saved

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
pre { background: #8881; border-radius: 6px; overflow-x: auto; padding: .8rem; font-size: 13px; }
table { border-collapse: collapse; } td { padding: .1rem 1.5rem .1rem 0; }
td + td { text-align: right; font-variant-numeric: tabular-nums; }
:root { color-scheme: light dark; } summary { cursor: pointer; }
"""
_WIDTH = 160  # of a line that shows a value
_FIGURES = ("calls", "staging", "passes", "code generation", "in all", "native code")


def show(schema: str, programs: list[CompiledProgram], full: bool) -> None:
    """Prints how the programs differ, their times and sizes, and what they rest on."""
    print(f"{schema}: {len(programs)} compiled")
    for line in _differences(programs):
        print("  " + line)
    _show_figures(programs)
    for number, program in enumerate(programs):
        for line in backwards(program, full):
            print(f"program {number}: {line}" if not line.startswith(" ") else line)
    if not full:
        print("needed by each:" if len(programs) > 1 else "needed:")
        for line in fold(_common(programs)):
            print("  " + line)
        return
    for number, program in enumerate(programs):
        print(f"needed by program {number}:")
        for guard in program.assumptions:
            print("  " + guard.text)


def _show_figures(programs: list[CompiledProgram]) -> None:
    """A table, drawn where rich is installed."""
    rows = [(f"program {number}", *_figures(program)) for number, program in enumerate(programs)]
    try:
        from rich.console import Console  # optional
        from rich.table import Table  # optional
    except ImportError:
        for name, *values in rows:
            print(f"{name}: " + ", ".join(map(" ".join, zip(_FIGURES, values))))
        return
    table = Table("", *_FIGURES)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _figures(program: CompiledProgram) -> tuple[str, ...]:
    times = (
        program.stage_time, program.pass_time, program.codegen_time, program.compile_time,
    )  # fmt: skip
    shown = [f"{seconds * 1e3:.1f} ms" for seconds in times]
    return str(program.calls), *shown, f"{program.code_size / 1024:.1f} KiB"


def backwards(program: CompiledProgram, full: bool = True) -> list[str]:
    """Of each backward, and of what is kept for one: how it runs, why, and the bytes."""
    lines = []
    for each in program.backwards:
        lines.append(_backward(each))
        lines += [f"  {_saved(saved)}" for saved in each.saved if full]
    return lines


def _backward(backward: Backward) -> str:
    words = {
        "inline": f"backward at {backward.place} is inline",
        "engine": f"backward at {backward.place} runs through segments",
        "segment": f"the graph up to {backward.place} is a segment",
    }[backward.kind]
    why = f", since {backward.why}" if backward.why else ""
    if backward.kind == "engine":
        return words + why
    count = len(backward.saved)
    total = sum(saved.bytes for saved in backward.saved if saved.is_whole)
    rest = sum(not saved.is_whole for saved in backward.saved)
    open_ = f" and {rest} whose sizes only run time knows" if rest else ""
    return f"{words}{why}; it keeps {count} tensor{'s' * (count != 1)}, {total} bytes{open_}"


def _saved(saved: Saved) -> str:
    size = f"{saved.bytes} bytes" if saved.is_whole else f"{saved.bytes} bytes times its '?'"
    return f"{saved.what}, {size}" + (f", made at {saved.place}" if saved.place else "")


def _common(programs: list[CompiledProgram]) -> list[Guard]:
    """The guards of the first program that all of them have."""
    if not programs:
        return []
    everywhere = set.intersection(*(set(program.guards) for program in programs))
    return [guard for guard in programs[0].assumptions if guard.text in everywhere]


def _differences(programs: list[CompiledProgram]) -> list[str]:
    """What each program needs that another does not, folded; empty for one program."""
    common = {guard.text for guard in _common(programs)}
    lines = []
    for number, program in enumerate(programs if len(programs) > 1 else []):
        own = [guard for guard in program.assumptions if guard.text not in common]
        lines += [f"program {number} needs {line}" for line in fold(own, opens_modules=True)]
    return lines


def fold(guards: list[Guard], *, opens_modules: bool = False) -> list[str]:
    """Guards in few lines: what is alike is counted, with one of its places as an example. What
    nn.Module keeps for itself is one line, unless that line is to be opened.
    """
    groups: dict[tuple[str, str], list[Guard]] = {}
    for guard in guards:
        groups.setdefault(_group(guard, opens_modules), []).append(guard)
    return [_cut(_line(words, group)) for (_, words), group in groups.items()]


def _group(guard: Guard, opens_modules: bool) -> tuple[str, str]:
    """What a guard is counted under: a kind, and the words for several of it."""
    if guard.kind == "tensor":
        return "tensor", "tensors are " + guard.text.removeprefix(guard.place + ": ")
    if guard.kind in ("storage", "distinct"):
        return guard.kind, "pairs of objects: one " + guard.brief.removeprefix(
            guard.steps[-1] if guard.steps else guard.place
        ).strip()
    if not opens_modules and _is_machinery(guard):
        return "module", "parts of nn.Module (its registries, hooks, modes) are as they were"
    if guard.kind in ("absent", "lacks"):
        return "absent", "names are absent where they would come first"
    if any(step.startswith(".__") for step in guard.steps):
        return "special", "special attributes of functions and classes are as they were"
    if guard.kind == "identity" and (_is_code(guard.expected) or _names_itself(guard)):
        return "code", "names lead to the functions, classes and modules that they led to"
    return "value", f"places have {guard.brief}"


@functools.cache
def _module_names() -> frozenset[str]:
    """What torch.nn.Module keeps in each instance, and beside its class."""
    torch = sys.modules.get("torch")
    if torch is None:
        return frozenset()
    return frozenset(["." + name for name in vars(torch.nn.Module())]).union(
        name for name in vars(torch.nn.modules.module) if name.startswith("_global")
    )


def _is_machinery(guard: Guard) -> bool:
    """Whether it is of what nn.Module keeps for itself: a registry, an entry of one, a flag."""
    return guard.place in _module_names() or not _module_names().isdisjoint(guard.steps[-2:])


def _names_itself(guard: Guard) -> bool:
    """Whether it is of a constant such as torch.float32, whose text is its place."""
    return guard.text == f"{guard.place} is {guard.place}"


def _is_code(value: object) -> bool:
    return (
        inspect.isroutine(value)
        or inspect.isclass(value)
        or inspect.ismodule(value)
        or inspect.isdatadescriptor(value)
    )


def _line(words: str, group: list[Guard]) -> str:
    if len(group) == 1:
        return group[0].text
    return f"{len(group)} {words}, such as {group[0].place}"


def _cut(line: str) -> str:
    """In one line, where a part of a module is written as in its state_dict."""
    line = " ".join(re.sub(r"\._(?:modules|parameters|buffers)\['(\w+)'\]", r".\1", line).split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 3] + "..."


def page(schema: str, source: str, programs: list[CompiledProgram]) -> str:
    """One HTML file: the source, how programs differ, and of each its guards, cost and graph."""
    parts = [f"<h1>{escape(schema)}</h1>", f"<p>{len(programs)} compiled</p>"]
    if len(programs) > 1:
        parts.append(f"<h2>How they differ</h2>{_list(_differences(programs))}")
    if source:
        parts.append(f"<h2>Source</h2><pre>{escape(textwrap.dedent(source))}</pre>")
    parts += [_section(number, program) for number, program in enumerate(programs)]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(schema)}'
        f"</title><style>{_STYLE}</style>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _list(lines: list[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _gradients(program: CompiledProgram) -> str:
    return f"<h3>Gradients</h3>{_list(backwards(program))}" if program.backwards else ""


def _section(number: int, program: CompiledProgram) -> str:
    figures = zip(_FIGURES, _figures(program))
    rows = "".join(f"<tr><td>{name}<td>{value}</tr>" for name, value in figures)
    return (
        f"<h2>Program {number}</h2><table>{rows}</table>"
        f"{_gradients(program)}<h3>What it rests on</h3>{_list(fold(program.assumptions))}"
        f"<details><summary>In full</summary>{_list(program.guards)}</details>"
        f"<details><summary>Graph</summary><pre>{escape(str(program.graph))}</pre></details>"
    )
