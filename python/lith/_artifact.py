"""save and load: programs as files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from . import _loaded, _saving
from ._code import code_of
from ._errors import CompileError
from ._examples import examples_of
from ._graph import Graph
from ._module import program_of


class LoadedProgram(_loaded.LoadedProgram):
    """A loaded program, and what the compiler shows of it."""

    @property
    def graph(self) -> Graph:
        """The graph of the first saved program; ``str`` is its text."""
        return Graph(self._model.graphs[0] if self._model.graphs else "")

    @property
    def code(self) -> str:
        """The first saved program as it runs: text like Python's, with its loops and kernels."""
        return code_of(str(self.graph), self._model.name)


def save(
    program: Any,
    path: str | os.PathLike[str] | IO[bytes],
    *,
    metadata: Mapping[str, str] | None = None,
    extra_files: Mapping[str, str | bytes] | None = None,
    target: str | Sequence[str] | None = None,
    strip: bool = False,
    examples: Iterable[Any] = (),
    weights: str | os.PathLike[str] | None = None,
) -> None:
    """Writes a compiled function or module to one file that runs without Python.

    It holds a program for each kind of call that was made so far, or, before the first call, the
    one that `input_spec` describes. Values that the programs read from outside are frozen in it,
    also what calls inherit: each program has the grad mode, inference mode, autocast and default
    dtype of its calls, not those around `save`. Where calls of one kind differ in these alone, the
    last of them counts.

    Of a module it holds ``forward`` and every method that was compiled: those that are marked by
    `export`, and programs of bound methods that are attributes of the module. All parameters and
    buffers go with it, by name, unless it is frozen.

    Args:
        program: what `to_static` and its like gave, or a dict of such programs by the names that
            they have as methods of what is loaded; ``forward`` is what a call of that runs.
        path: a file, or a binary file that is open for writing.
        metadata: what you say of it, which `LoadedProgram.metadata` gives back.
        extra_files: contents by name, which `LoadedProgram.extra_files` gives back as bytes.
        target: what the machine code is for: ``"native"``, this processor; ``"x86-64-v3"`` (AVX2)
            or ``"x86-64-v4"`` (AVX-512), all of that level; ``"aarch64"``, 64-bit Arm; or a list of
            them. A file has code for each, and a processor runs the best that it can. Unasked, it
            is code for this processor and for x86-64-v3, where this one has that.
        strip: leaves out all source. Else a file has the lines that messages of its programs can
            show, and no others. Files are named by their paths below an entry of ``sys.path``.
        examples: calls that are made now and kept with their results, for `verify`: each a tuple of
            arguments, ``(arguments, keywords)``, or `Example`, which names a method. They follow
            one another on one copy of the state. Eager makes the same calls, of a copy of a module
            and of its methods, but of functions themselves.
        weights: a file of safetensors, or an index (``.json``) of several. Weights of the program
            that are in it, by name, dtype and bytes, are not copied: what is loaded maps them from
            there. The file is found by its place beside the artifact.

    Raises:
        ValueError: when there is no such target, an example raises or gives what a file cannot
            hold, or no weight is in `weights`.
        CompileError: when nothing says what to compile for, a program does what a saved one
            cannot, such as writing Python state, or eager gives another result for an example.
        OSError: when the file cannot be written, or `weights` not be read.
    """
    if not isinstance(program, dict):
        program_of(program).save(
            path,
            metadata=metadata,
            extra_files=extra_files,
            target=target,
            strip=strip,
            examples=examples,
            weights=weights,
        )
        return
    examples = examples_of(examples)
    called = {each.key for each in examples}
    methods = {}
    for name, method in program.items():
        if not isinstance(name, str) or not name.isidentifier():
            raise ValueError(f"{name!r} is no name of a method")
        compiled = program_of(method)
        key = "" if name == "forward" else name
        methods[key] = (compiled, compiled._calls())
        if not methods[key][1] and key not in called:
            raise CompileError(
                f"nothing says what to save of {name!r}: call it first, or give input_spec"
            )
    beside = _saving.Beside(metadata, extra_files, target, strip, examples, weights)
    _saving.write("program", methods, None, beside, path)


def load(path: str | os.PathLike[str] | IO[bytes]) -> LoadedProgram:
    """Opens an artifact, a path or a binary file; neither torch nor the compiler is needed.

    Raises:
        OSError: when the file cannot be read.
        RuntimeError: when it is damaged, of another version, or made for another processor.
    """
    return LoadedProgram(_loaded.opened(path))
