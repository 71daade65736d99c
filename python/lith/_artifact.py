"""save and load: programs as files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _lith
from ._module import program_of

if TYPE_CHECKING:
    from typing import Self  # not in every Python that loads programs


class LoadedProgram(_lith.Loaded):
    """A program that was loaded from an artifact; call it like the original.

    Tensors may be torch tensors, NumPy arrays or of any library that speaks DLPack: results are of
    the kind that came in, or torch tensors where its library has no `from_dlpack` (arrays of NumPy
    where torch is not loaded). A call that no saved program accepts raises TypeError, which names
    the mismatch. Methods beside the one that a call runs are attributes: ``program.encode(x)``.
    Programs that write state are serialised; `instance` gives another copy of the state, which all
    methods share. No gradient goes through one: with grad mode on, a tensor that requires a
    gradient raises RuntimeError; call it under ``torch.no_grad()``.
    """

    def instance(self) -> Self:
        """Another copy of the mutable state, as it was saved; code and weights are shared."""
        return type(self)(self._model.instance())

    def method(self, name: str) -> Self:
        """A method of the program, over the same state.

        Raises:
            AttributeError: when it has none of this name.
        """
        method = "" if name == "forward" else name
        if not self._model.has_method(method):
            raise AttributeError(f"the program {self._model.name} has no method {name!r}")
        return type(self)(self._model, method)

    def __getattr__(self, name: str) -> Self:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.method(name)

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
    one that `input_spec` describes. Values that the programs read from outside are frozen in it,
    also what calls inherit: each program has the grad mode, inference mode, autocast and default
    dtype of its calls, not those around `save`. Where calls of one kind differ in these alone, the
    last of them counts.

    Raises:
        CompileError: when nothing says what to compile for, or a program does what a saved one
            cannot, such as writing Python state.
        OSError: when the file cannot be written.
    """
    program_of(program).save(path)


def load(path: str | os.PathLike[str]) -> LoadedProgram:
    """Opens an artifact; neither torch nor the compiler is needed.

    Raises:
        OSError: when the file cannot be read.
        RuntimeError: when it is damaged, of another version, or made for another processor.
    """
    return LoadedProgram(_lith.load(os.fsdecode(path)))
