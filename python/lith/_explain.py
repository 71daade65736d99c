"""explain(): what was compiled, in the terminal or as a page."""

from __future__ import annotations

import textwrap
from html import escape

from ._state import CompiledProgram

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
pre { background: #8881; border-radius: 6px; overflow-x: auto; padding: .8rem; font-size: 13px; }
table { border-collapse: collapse; } td { padding: .1rem 1.5rem .1rem 0; }
td + td { text-align: right; font-variant-numeric: tabular-nums; }
:root { color-scheme: light dark; } summary { cursor: pointer; }
"""


def show(schema: str, programs: list[CompiledProgram]) -> None:
    """Prints the programs with their guards, times and sizes; in colour where rich is installed."""
    try:
        from rich.console import Console  # optional
        from rich.table import Table  # optional
    except ImportError:
        print(_plain(schema, programs))
        return
    console = Console()
    console.print(f"[bold]{schema}[/bold]: {len(programs)} compiled", highlight=False)
    for number, compiled in enumerate(programs):
        table = Table(title=f"program {number}, {compiled.calls} calls", title_justify="left")
        table.add_column("part")
        table.add_column("", justify="right")
        for name, value in _figures(compiled):
            table.add_row(name, value)
        console.print(table)
        for guard in compiled.guards:
            console.print("  needs " + guard, markup=False, highlight=False)


def _figures(compiled: CompiledProgram) -> list[tuple[str, str]]:
    def milliseconds(name: str) -> str:
        return f"{getattr(compiled, name) * 1e3:.1f} ms"

    return [
        ("staging", milliseconds("stage_time")),
        ("passes", milliseconds("pass_time")),
        ("code generation", milliseconds("codegen_time")),
        ("in all", milliseconds("compile_time")),
        ("native code", f"{getattr(compiled, 'code_size') / 1024:.1f} KiB"),  # noqa: B009
    ]


def _plain(schema: str, programs: list[CompiledProgram]) -> str:
    lines = [schema]
    for number, compiled in enumerate(programs):
        figures = ", ".join(f"{name} {value}" for name, value in _figures(compiled))
        lines.append(f"program {number}, {compiled.calls} calls: {figures}")
        lines += [f"  needs {guard}" for guard in compiled.guards]
    return "\n".join(lines)


def page(schema: str, source: str, programs: list[CompiledProgram]) -> str:
    """One HTML file: the source, and of each program its guards, cost and graph."""
    parts = [f"<h1>{escape(schema)}</h1>", f"<p>{len(programs)} compiled</p>"]
    if source:
        parts.append(f"<h2>Source</h2><pre>{escape(textwrap.dedent(source))}</pre>")
    parts += [_section(number, compiled) for number, compiled in enumerate(programs)]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(schema)}'
        f"</title><style>{_STYLE}</style>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _section(number: int, compiled: CompiledProgram) -> str:
    rows = "".join(f"<tr><td>{name}<td>{value}</tr>" for name, value in _figures(compiled))
    guards = "".join(f"<li>{escape(guard)}</li>" for guard in compiled.guards)
    return (
        f"<h2>Program {number}, {compiled.calls} calls</h2><table>{rows}</table>"
        f"<h3>What it rests on</h3><ul>{guards}</ul>"
        f"<details><summary>Graph</summary><pre>{escape(compiled.graph)}</pre></details>"
    )
