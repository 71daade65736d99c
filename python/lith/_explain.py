"""explain(): what was compiled, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._program import Program


def show(program: Program) -> None:
    """Prints the programs with their guards, times and sizes; in colour where rich is installed."""
    programs = program.get_debug_state().programs
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        print(_plain(program))
        return
    console = Console()
    console.print(f"[bold]{program.schema}[/bold]: {len(programs)} compiled", highlight=False)
    for number, compiled in enumerate(programs):
        table = Table(title=f"program {number}, {compiled.calls} calls", title_justify="left")
        table.add_column("part")
        table.add_column("", justify="right")
        for name, value in _figures(compiled):
            table.add_row(name, value)
        console.print(table)
        for guard in compiled.guards:
            console.print("  needs " + guard, markup=False, highlight=False)


def _figures(compiled: object) -> list[tuple[str, str]]:
    def milliseconds(name: str) -> str:
        return f"{getattr(compiled, name) * 1e3:.1f} ms"

    return [
        ("staging", milliseconds("stage_time")),
        ("passes", milliseconds("pass_time")),
        ("code generation", milliseconds("codegen_time")),
        ("in all", milliseconds("compile_time")),
        ("native code", f"{getattr(compiled, 'code_size') / 1024:.1f} KiB"),  # noqa: B009
    ]


def _plain(program: Program) -> str:
    lines = [program.schema]
    for number, compiled in enumerate(program.get_debug_state().programs):
        figures = ", ".join(f"{name} {value}" for name, value in _figures(compiled))
        lines.append(f"program {number}, {compiled.calls} calls: {figures}")
        lines += [f"  needs {guard}" for guard in compiled.guards]
    return "\n".join(lines)
