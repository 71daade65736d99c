"""Holds the modules of python/lith apart.

An import inside of a function is of another package, with a comment on its line that says why it
waits; the modules import one another at the top, also for types, and in no circle.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "lith"

Import = ast.Import | ast.ImportFrom


def names_of(node: Import) -> list[str]:
    """The modules of the package that an import statement names, without the package's name."""
    if isinstance(node, ast.ImportFrom) and node.level == 1:
        return [node.module] if node.module else [alias.name for alias in node.names]
    full = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
    return [name.partition(".")[2] for name in full if name and name.partition(".")[0] == "lith"]


def check_imports() -> list[str]:
    found: list[str] = []
    graph: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines, tree = text.splitlines(), ast.parse(text)
        for node in ast.walk(tree):
            if not isinstance(node, Import):
                continue
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            if node.col_offset == 0:
                graph.setdefault(path.stem, set()).update(names_of(node))
            elif names_of(node):
                found.append(f"{where}: L7: a module of the package is imported at the top")
            elif "#" not in lines[node.lineno - 1]:
                found.append(f"{where}: L7: an import that waits says why, behind a #")
    return found + circles(graph)


def circles(graph: dict[str, set[str]]) -> list[str]:
    """Takes away what imports nothing that is left; what stays is in a circle or leads to one."""
    left = {name: imports & graph.keys() for name, imports in graph.items()}
    while free := {name for name, imports in left.items() if not imports}:
        left = {name: imports - free for name, imports in left.items() if name not in free}
    return [f"python/lith/{name}.py: L7: is in a circle of imports" for name in sorted(left)]
