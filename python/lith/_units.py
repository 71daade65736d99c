"""Sources that are texts: CompilationUnit, and functions of code that was made at run time."""

from __future__ import annotations
import __future__

import ast
import itertools
import linecache
import math
import sys
import typing
from types import FunctionType
from typing import Any

from ._program import Program, make_program

_numbers = itertools.count()
_TYPES = ("Any", "Dict", "Final", "List", "NamedTuple", "Optional", "Tuple", "Union")


def run_text(text: str, scope: dict[str, Any], label: str, *, annotates: bool = True) -> None:
    """Runs a text as a module over `scope`, with its lines where linecache and Lith find them.

    Args:
        label: what the place of a line is called: ``<label 3>``.
        annotates: annotations are not evaluated.
    """
    name = f"<{label} {next(_numbers)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    flags = __future__.annotations.compiler_flag if annotates else 0
    exec(compile(text, name, "exec", flags=flags, dont_inherit=True), scope)


class CompilationUnit:
    """The functions of a source text, as programs: ``unit.f(x)``.

    A function may call those that were defined before it or with it. The text may name `torch`,
    `math`, `Tensor`, what ``typing`` has for containers, and what it imports. Annotations are not
    needed and not evaluated.

    Args:
        source: Python, or nothing yet.

    Raises:
        SyntaxError: the text does not parse.
        RuntimeError: it defines a name again.
    """

    def __init__(self, source: str = "") -> None:
        import torch  # heavy: what is defined calls its operators

        self._scope: dict[str, Any] = {
            "__name__": "__lith_unit__",
            "torch": torch,
            "math": math,
            "Tensor": torch.Tensor,
            **{name: getattr(typing, name) for name in _TYPES},
        }
        self._programs: dict[str, Program] = {}
        self.define(source)

    def define(self, source: str) -> None:
        """Adds the functions of a text; classes and constants of it are there for later ones.

        Raises:
            SyntaxError: the text does not parse. Nothing is defined.
            RuntimeError: it defines a function that there is. Nothing is defined.
        """
        for statement in ast.parse(source, "<source>").body:
            if isinstance(statement, ast.FunctionDef) and statement.name in self._programs:
                raise RuntimeError(f"the function '{statement.name}' is already defined")
        before = dict(self._scope)
        try:
            run_text(source, self._scope, "source")
        except BaseException:
            self._scope.clear()
            self._scope.update(before)
            raise
        for name, value in self._scope.items():
            if isinstance(value, FunctionType) and value is not before.get(name):
                self._programs[name] = make_program(value)

    def find_function(self, name: str) -> Program | None:
        """The program of a function, or None."""
        return self._programs.get(name)

    def get_functions(self) -> list[Program]:
        """The programs, in the order in which they were defined."""
        return list(self._programs.values())

    def __getattr__(self, name: str) -> Program:
        found = None if name.startswith("__") else self._programs.get(name)
        if found is None:
            raise AttributeError(f"the unit has no function '{name}'")
        return found

    def __repr__(self) -> str:
        return f"<lith unit of {', '.join(self._programs) or 'nothing'}>"


def module_of_exported(exported: Any) -> Any:
    """The module of a ``torch.export.ExportedProgram``, with the checks of its arguments.

    torch writes these checks as a text that it keeps nowhere; it is kept here while they are made.
    """
    unlift = sys.modules["torch.export._unlift"]

    def kept(text: str, scope: dict[str, Any]) -> None:
        run_text(text, scope, "checks of an exported program", annotates=False)

    unlift.exec = kept  # type: ignore[attr-defined]
    try:
        return exported.module()
    finally:
        del unlift.exec  # type: ignore[attr-defined]
