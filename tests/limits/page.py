"""docs/limits.md, made of the entries: a summary, a table for each area, and the programs of
tests/plain_use that known_failures.toml lists."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

from limits.entry import ENTRIES, PROSE, Entry

#: The areas in the order of the page.
AREAS = (
    "numbers", "texts", "containers", "statements", "generators", "functions", "exceptions", "classes",
    "enums", "libraries", "outside", "tensors", "indices", "checks", "strides", "random_numbers",
    "operators", "gradients", "modules", "numpy_arrays", "artifacts", "deployment", "resources",
)  # fmt: skip
#: The order of the rows of an area: what hurts most comes first.
ORDER = ("crashes", "hangs", "differs", "raises", "refused")
OPENING = """# What Lith does not do yet

Each row is a program of `tests/limits`, which fails as soon as Lith does what eager Python and
PyTorch do. "Silent" means that a program runs and gives another result than eager, without any
complaint. A code as LTH0302 means that the program is refused before anything of it has run.
Operators that are refused by name are in `tests/ops/refused.toml`; those that there are, in
`docs/operators.md`. This page is generated: edit the programs and run `./dev golden`.

A failure of the compiler itself is reported as LTH0700; it is a bug, not a limit.
"""


def areas() -> dict[str, str]:
    """The titles of the areas; importing their files makes the entries."""
    found = {name: importlib.import_module(f"limits.areas.{name}") for name in AREAS}
    return {name: (module.__doc__ or "").strip().rstrip(".") for name, module in found.items()}


def anchor(title: str) -> str:
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")


def summary(titles: dict[str, str]) -> str:
    """How many limits of each kind an area has."""
    lines = ["| area | silent | raises | refused | other |", "|---|---|---|---|---|"]
    for name, title in titles.items():
        words = [e.kind.word for e in ENTRIES if e.area == name]
        counts = [words.count(word) for word in ("differs", "raises", "refused")]
        counts.append(len(words) - sum(counts) + sum(p.area == name for p in PROSE))
        lines.append(
            f"| [{title}](#{anchor(title)}) | {' | '.join(str(c or '') for c in counts)} |"
        )
    return "\n".join(lines) + "\n"


def cell(text: str) -> str:
    """Text within a table; a bar would end its cell."""
    return text.replace("|", "\\|")


def shown(entry: Entry) -> str:
    """What Lith does, in a few words."""
    word, detail = entry.kind.word, entry.kind.detail
    if word == "refused":
        return f"refused ({detail or 'no code'})" + (
            "" if entry.line() else ", at no line of its own"
        )
    if word == "raises":
        return f"raises {detail}"
    return {"differs": "silent", "crashes": "crashes", "hangs": "does not end"}[word]


def table(name: str, title: str) -> str:
    lines = [
        f"## {title}",
        "",
        f"`tests/limits/areas/{name}.py`",
        "",
        "| limit | Lith |",
        "|---|---|",
    ]
    here = sorted((e for e in ENTRIES if e.area == name), key=lambda e: ORDER.index(e.kind.word))
    lines += [f"| {cell(e.sentence)} | {shown(e)} |" for e in here]
    lines += [
        f"| {cell(p.sentence)} | not shown by a program: {cell(p.why)} |"
        for p in PROSE
        if p.area == name
    ]
    return "\n".join(lines) + "\n"


def outcome(reason: str) -> str:
    """What Lith does, in a word, of the reason in known_failures.toml."""
    raised = re.match(r"does (\w+(?:Error|Exception|Iteration)):", reason)
    if raised:
        return f"raises {raised[1]}"
    return "differs" if reason.startswith("does") else reason.partition(":")[0]


def plain_use() -> str:
    """The programs of plain use that differ, by their sentences."""
    from plain_use.test_programs import ROWS

    known = tomllib.loads((Path(__file__).parents[1] / "known_failures.toml").read_text("utf-8"))
    lines = [
        "## Programs of plain use",
        "",
        "`tests/plain_use/programs`, listed in `tests/known_failures.toml` with what each does;",
        "E is what eager gives, L what Lith does.",
        "",
        "| program | what it is about | Lith |",
        "|---|---|---|",
    ]
    for row in ROWS:
        if reason := known.get(f"plain_use/test_programs.py::test_row[{row.name}]"):
            name = row.entry.fn.__name__
            lines.append(f"| `{name}` | {cell(row.entry.sentence)} | {outcome(reason)} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    titles = areas()
    tables = (table(*item) for item in titles.items())
    return "\n".join([OPENING, summary(titles), *tables, plain_use()])
