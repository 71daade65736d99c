"""Makes a failing program small: drops statements, unwraps blocks, keeps one input, as long as the
same kind of failure remains."""

from __future__ import annotations

import ast
import copy
import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from fuzz.runner import headline, run


def bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Those of the last function, the program, before those of what it calls."""
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    program = list(ast.walk(functions[-1])) if functions else []
    for node in program + [each for each in ast.walk(tree) if each not in program]:
        for field in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(node, field, None), list) and block:
                yield block


def smaller(tree: ast.Module) -> Iterator[ast.Module]:
    """Trees with one thing less, larger things first, what comes last in a block before the rest."""
    count = sum(1 for _ in bodies(tree))
    for b in range(count):
        size = len(list(bodies(tree))[b])
        for i in reversed(range(size)):
            cut = copy.deepcopy(tree)
            block = list(bodies(cut))[b]
            gone = block.pop(i)
            if not block:
                block.append(ast.Pass())
            if not isinstance(gone, ast.Pass):
                yield cut
            for inner in ("body", "orelse"):
                if isinstance(gone, (ast.If, ast.For, ast.While, ast.Try)) and getattr(gone, inner):
                    unwrapped = copy.deepcopy(tree)
                    list(bodies(unwrapped))[b][i : i + 1] = copy.deepcopy(getattr(gone, inner))
                    yield unwrapped
    for node_index, node in enumerate(ast.walk(tree)):
        if (
            isinstance(node, (ast.List, ast.Tuple))
            and len(node.elts) > 1
            and isinstance(getattr(node, "ctx", None), ast.Load)
        ):
            for i in range(len(node.elts)):
                cut = copy.deepcopy(tree)
                target = list(ast.walk(cut))[node_index]
                assert isinstance(target, (ast.List, ast.Tuple))
                target.elts.pop(i)
                yield cut


def minimise(source: str, doors: tuple[str, ...], seconds: float = 60.0) -> str:
    """The smallest case file found within the time that fails as `source` does."""
    deadline = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.py"

        def fails(text: str) -> str:
            file.write_text(text, encoding="utf-8")
            return headline(run(file, doors, 10.0))

        want = fails(source)
        tree = ast.parse(source)
        removed = True
        while removed and time.monotonic() < deadline:
            removed, tried = False, 0  # `tried`: of the candidates in this round
            while candidate := next(itertools.islice(smaller(tree), tried, None), None):
                if time.monotonic() > deadline:
                    break
                try:
                    text = ast.unparse(candidate)
                    compile(text, "program", "exec")
                except (SyntaxError, ValueError):
                    text = ""
                if text and fails(text) == want:
                    tree, removed = candidate, True
                else:
                    tried += 1
    return ast.unparse(tree) + "\n"
