"""Compiled programs on their way into a file."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from typing import Any

from . import _lith
from ._errors import CompileError
from ._spec import InputSpec, same_description, shares_objects
from ._state import CompiledProgram


def write(
    compiled: _lith.Callable, programs: list[CompiledProgram], path: str | os.PathLike[str]
) -> None:
    """Writes an artifact of what was called so far; see `lith.save`."""
    recorded: list[Any] = [p.example for p in programs]
    if None in recorded:
        raise CompileError("the arguments of a call cannot be described: a container holds itself")
    examples = _with_sharing(recorded)
    spec = compiled._input_spec
    if not examples and spec is not None:
        args, kwargs = ((), spec) if isinstance(spec, dict) else (tuple(spec), {})
        examples = [(args, kwargs, False)]
    if not examples:
        raise CompileError("nothing says what to save: call the program first, or give input_spec")
    if "torch" not in sys.modules and any(map(_needs_torch, examples)):
        importlib.import_module("torch")  # the compiler asks it about tensors
    versions = {"python": platform.python_version()}
    if "torch" in sys.modules:
        versions["torch"] = str(sys.modules["torch"].__version__)
    _lith.save(compiled, examples, versions, os.fsdecode(path))


def _with_sharing(examples: list[Any]) -> list[tuple[Any, Any, bool]]:
    """Each kind of call once, as if its arguments were all different objects. After it, marked, the
    calls of this kind that passed one object in several places: what these need in addition.
    """
    kinds: list[list[Any]] = []
    for example in examples:
        kind = next((k for k in kinds if same_description(k[0], example)), None)
        if kind is None:
            kinds.append([example])
        else:
            kind.append(example)
    ordered: list[tuple[Any, Any, bool]] = []
    for kind in kinds:
        ordered.append((*kind[0], False))
        ordered += [(*example, True) for example in kind if shares_objects(example)]
    return ordered


def _needs_torch(example: Any) -> bool:
    if isinstance(example, dict):
        return any(map(_needs_torch, example.values()))
    if isinstance(example, (list, tuple)):
        return any(map(_needs_torch, example))
    return isinstance(example, InputSpec)
