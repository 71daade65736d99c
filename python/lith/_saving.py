"""Compiled programs on their way into a file."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from dataclasses import dataclass
from typing import Any

from . import _lith
from ._ambient import Ambient
from ._errors import CompileError
from ._spec import InputSpec, same_description, shares_objects
from ._state import CompiledProgram


@dataclass
class _Call:
    """A call to compile a program for."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    ambient: Ambient

    @property
    def given(self) -> tuple[Any, Any]:
        return self.args, self.kwargs


def write(
    compiled: _lith.Callable, programs: list[CompiledProgram], path: str | os.PathLike[str]
) -> None:
    """Writes an artifact of what was called so far; see `lith.save`."""
    calls = [_call_of(program) for program in programs]
    spec = compiled._input_spec
    if not calls and spec is not None:
        args, kwargs = ((), spec) if isinstance(spec, dict) else (tuple(spec), {})
        calls = [_Call(args, kwargs, Ambient({}))]
    if not calls:
        raise CompileError("nothing says what to save: call the program first, or give input_spec")
    if "torch" not in sys.modules and any(_needs_torch(call.given) for call in calls):
        importlib.import_module("torch")  # the compiler asks it about tensors
    examples = [(*call.given, shares, call.ambient) for call, shares in _with_sharing(calls)]
    _lith.save(compiled, examples, versions(), os.fsdecode(path))


def versions() -> dict[str, str]:
    """What a file says of what made it."""
    found = {"python": platform.python_version()}
    if "torch" in sys.modules:
        found["torch"] = str(sys.modules["torch"].__version__)
    return found


def _call_of(program: CompiledProgram) -> _Call:
    """The call that it was compiled for, and under what."""
    if program.example is None:
        raise CompileError("the arguments of a call cannot be described: a container holds itself")
    inherited = {
        g.place: g.expected
        for g in program.assumptions
        if g.kind == "ambient" and g.expected is not None  # a dtype, where there was no torch
    }
    return _Call(*program.example, Ambient(inherited))


def _with_sharing(calls: list[_Call]) -> list[tuple[_Call, bool]]:
    """Each kind of call once, the last one of it, as if its arguments were all different objects.
    After it, marked, the calls of this kind that passed one object in several places: what these
    need in addition.
    """
    kinds: list[list[_Call]] = []
    for call in calls:
        kind = next((k for k in kinds if same_description(k[0].given, call.given)), None)
        if kind is None:
            kinds.append([call])
        else:
            kind.append(call)
    ordered: list[tuple[_Call, bool]] = []
    for kind in kinds:
        ordered.append((kind[0], False))
        ordered += [(call, True) for call in kind if shares_objects(call.given)]
    return ordered


def _needs_torch(example: Any) -> bool:
    if isinstance(example, dict):
        return any(map(_needs_torch, example.values()))
    if isinstance(example, (list, tuple)):
        return any(map(_needs_torch, example))
    return isinstance(example, InputSpec)
