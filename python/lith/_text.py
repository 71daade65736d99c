"""What a program was written as: its source, and the tree that the compiler reads of it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from . import _lith, _source


def function_of(target: Any) -> Callable[..., Any]:
    """What a call of it runs: of a module its ``forward``."""
    if inspect.isroutine(target) or isinstance(target, functools.partial):
        return target.func if isinstance(target, functools.partial) else target
    if hasattr(target, "forward"):
        function: Callable[..., Any] = target.forward
        return function
    call: Callable[..., Any] = type(target).__call__
    return call


def source_of(target: Any) -> str:
    """The source of a function, method, partial or module.

    Raises:
        OSError: it has none.
    """
    return _source.text_of(_written(target))


def syntax_tree(target: Any) -> str:
    """The syntax tree of a function, method or module, as the compiler reads it.

    Returns:
        An S-expression, a statement a line: ``(Return 2:4-2:16 (Name 2:11-2:12 x Load))``. Behind a
        kind of node stands where it is in its file: lines from 1, columns in bytes from 0.

    Raises:
        OSError: it has no source.
    """
    function = _written(target)
    found = _source.find(function)
    if isinstance(found, str):
        raise OSError(f"the source of {function.__qualname__} cannot be read: {found}")
    file, text, first, line, column, _ = found
    return _lith.syntax_tree(text, file, line or first, column if line else -1)


def _written(target: Any) -> FunctionType:
    """The function of Python behind a target."""
    call = type(target).__dict__.get("__call__")
    if isinstance(call, _lith.Callable):
        target = call
    while isinstance(target, _lith.Callable):
        target = target.__wrapped__
    function = inspect.unwrap(function_of(target))
    function = getattr(function, "__func__", function)
    if not isinstance(function, FunctionType):
        raise OSError(f"{target!r} has no source")
    return function
