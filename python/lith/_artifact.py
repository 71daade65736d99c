"""save and load: programs as files."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from typing import Any

from . import _lith
from ._errors import CompileError
from ._spec import InputSpec, same_description, shares_objects


class LoadedProgram(_lith.Loaded):
    """A program that was loaded from an artifact; call it like the original.

    Tensors may be torch tensors, NumPy arrays or of any library that speaks DLPack: results are of
    the kind that came in, or torch tensors where its library has no `from_dlpack` (arrays of NumPy
    where torch is not loaded). A call that no saved program accepts raises TypeError, which names
    the mismatch. Programs that write state are serialised; `instance` gives another copy of the
    state.
    """

    def instance(self) -> LoadedProgram:
        """Another copy of the mutable state, as it was saved; code and weights are shared."""
        return LoadedProgram(self._model.instance())

    @property
    def schema(self) -> str:
        """The signature of each saved program, one a line."""
        return "\n".join(self._model.signatures)

    @property
    def graph(self) -> str:
        """The IR of the first saved program, as text."""
        return self._model.graphs[0] if self._model.graphs else ""

    @property
    def code(self) -> str:
        """The user's source files."""
        return "\n".join(text for _, text in self._model.sources)

    @property
    def manifest(self) -> str:
        """What the file says of itself, as JSON."""
        return self._model.manifest

    def __repr__(self) -> str:
        return f"<lith program {self._model.name}>"


def save(program: Any, path: str | os.PathLike[str]) -> None:
    """Writes a compiled function or module to one file that runs without Python.

    It holds a program for each kind of call that was made so far, or, before the first call, the
    one that `input_spec` describes. Values that the programs read from outside are frozen in it.

    Raises:
        CompileError: when nothing says what to compile for, or a program does what a saved one
            cannot, such as writing Python state.
        OSError: when the file cannot be written.
    """
    from ._module import program_of

    compiled = program_of(program)
    recorded: list[Any] = [p.example for p in compiled.get_debug_state().programs]
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


def load(path: str | os.PathLike[str]) -> LoadedProgram:
    """Opens an artifact; neither torch nor the compiler is needed.

    Raises:
        OSError: when the file cannot be read.
        RuntimeError: when it is damaged, of another version, or made for another processor.
    """
    return LoadedProgram(_lith.load(os.fsdecode(path)))
