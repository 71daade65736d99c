"""save and load: programs as files."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from . import _lith, _saving
from ._code import code_of
from ._errors import CompileError
from ._examples import ExampleOutcome, Verification, examples_of
from ._graph import Graph
from ._module import program_of
from ._saving import OTHER_BUFFER, PARAMETER

if TYPE_CHECKING:
    from typing import Self  # not in every Python that loads programs


class LoadedKeys(NamedTuple):
    """What `LoadedProgram.load_state_dict` found of keys."""

    missing_keys: list[str]
    unexpected_keys: list[str]


def _plain(tensor: Any) -> Any:
    """Without its place in a graph, where it is a tensor of torch."""
    return tensor.detach() if hasattr(tensor, "detach") else tensor


def _of_dtype(tensor: Any, dtype: str) -> Any:
    plain = _plain(tensor)
    if hasattr(plain, "detach"):
        return plain.to(getattr(sys.modules["torch"], dtype))
    return plain.astype("bool" if dtype == "bool" else dtype, copy=False)


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

    def results_as(self, library: str | Callable[[Any], Any]) -> ConvertedProgram:
        """The same program, whose results are tensors of this library, whatever comes in.

        Args:
            library: "torch", "numpy", or a function that makes a tensor of one that speaks DLPack,
                such as ``jax.numpy.from_dlpack``.

        Raises:
            ValueError: it is another text.
        """
        return ConvertedProgram(self, library)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return _lith.attribute(self._model, name)
        except KeyError:
            return self.method(name)

    # --- state

    def state_dict(self) -> dict[str, Any]:
        """Copies of the module's parameters and persistent buffers, as they are now, by name."""
        return {name: _plain(value) for name, kind, value in self._states() if kind != OTHER_BUFFER}

    def named_parameters(self) -> Iterator[tuple[str, Any]]:
        """Copies of the module's parameters, with their names."""
        return ((name, value) for name, kind, value in self._states() if kind == PARAMETER)

    def named_buffers(self) -> Iterator[tuple[str, Any]]:
        """Copies of the module's buffers, as they are now, with their names."""
        return ((name, value) for name, kind, value in self._states() if kind != PARAMETER)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> LoadedKeys:
        """Gives the module other weights of the same sizes; nothing is compiled.

        All are checked before the first is replaced. It must not be called while others call the
        program. Instances made before keep what they have.

        Returns:
            The keys that are missing and those that are unexpected, as torch gives them.

        Raises:
            RuntimeError: when `strict` and there are such keys, when sizes differ, or when the
                program was saved frozen and has no state.
        """
        places = {name: weight for name, kind, weight in _lith.states(self._model)}
        if not places:
            raise RuntimeError("the program has no state: it was saved frozen, or is of a function")
        kept = [name for name, kind, _ in _lith.states(self._model) if kind != OTHER_BUFFER]
        keys = LoadedKeys(
            [name for name in kept if name not in state_dict],
            [name for name in state_dict if name not in places],
        )
        errors = [f"missing keys: {keys.missing_keys}"] if strict and keys.missing_keys else []
        if strict and keys.unexpected_keys:
            errors.append(f"unexpected keys: {keys.unexpected_keys}")
        for name in state_dict.keys() & places.keys():
            sizes = _lith.shape_of(self._model, places[name])[1]
            if tuple(state_dict[name].shape) != sizes:
                given = tuple(state_dict[name].shape)
                errors.append(f"size mismatch for {name}: {given} where the program has {sizes}")
        if errors:
            raise RuntimeError(f"cannot load the state of {self._model.name}: " + "; ".join(errors))
        for name in state_dict.keys() & places.keys():
            dtype = _lith.shape_of(self._model, places[name])[0]
            _lith.set_weight(self._model, places[name], _of_dtype(state_dict[name], dtype))
        return keys

    def _states(self) -> Iterator[tuple[str, int, Any]]:
        for name, kind, weight in _lith.states(self._model):
            yield name, kind, _lith.weight(self._model, weight)

    @property
    def metadata(self) -> dict[str, str]:
        """What was given to `save` as metadata."""
        return _lith.metadata(self._model)

    @property
    def extra_files(self) -> dict[str, bytes]:
        """What was given to `save` as extra files."""
        return _lith.extra_files(self._model)

    @property
    def schema(self) -> str:
        """The signature of each saved program, one a line."""
        return "\n".join(self._model.signatures)

    @property
    def graph(self) -> Graph:
        """The graph of the first saved program; ``str`` is its text."""
        return Graph(self._model.graphs[0] if self._model.graphs else "")

    @property
    def source(self) -> str:
        """The lines of the user's source that messages can show; see `save`."""
        lines = (line for _, text in self._model.sources for line in text.splitlines())
        return "\n".join(filter(str.strip, lines))

    @property
    def code(self) -> str:
        """The first saved program as it runs: text like Python's, with its loops and kernels."""
        return code_of(str(self.graph), self._model.name)

    @property
    def manifest(self) -> str:
        """What the file says of itself, as JSON."""
        return self._model.manifest

    def __repr__(self) -> str:
        return f"<lith program {self._model.name}>"


class ConvertedProgram:
    """A loaded program whose results are tensors of one library: `LoadedProgram.results_as`.

    All else is as of the program itself.
    """

    def __init__(self, program: LoadedProgram, library: str | Callable[[Any], Any]) -> None:
        self._program, self._library = program, library
        if callable(library):
            self._make = library
        elif library in ("torch", "numpy"):
            self._make = importlib.import_module(library).from_dlpack
        else:
            raise ValueError(f"results are of 'torch', 'numpy' or a function, not of {library!r}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._converted(self._program(*args, **kwargs))

    def instance(self) -> ConvertedProgram:
        """Another copy of the mutable state; see `LoadedProgram.instance`."""
        return ConvertedProgram(self._program.instance(), self._library)

    def method(self, name: str) -> ConvertedProgram:
        """A method of the program; see `LoadedProgram.method`."""
        return ConvertedProgram(self._program.method(name), self._library)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._program, name)
        return ConvertedProgram(found, self._library) if type(found) is LoadedProgram else found

    def _converted(self, value: Any) -> Any:
        if hasattr(value, "__dlpack__"):
            return self._make(_plain(value))
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(self._converted, value))
        if type(value) in (list, tuple):
            return type(value)(map(self._converted, value))
        if type(value) is dict:
            return {key: self._converted(each) for key, each in value.items()}
        return value


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
    if isinstance(path, (str, bytes, os.PathLike)):
        return LoadedProgram(_lith.load(os.fsdecode(path)))
    file = os.memfd_create("program.lith")
    try:
        with open(file, "wb", closefd=False) as copy:
            shutil.copyfileobj(path, copy)
        return LoadedProgram(_lith.load(f"/proc/self/fd/{file}"))
    finally:
        os.close(file)


def verify(path: str | os.PathLike[str] | IO[bytes]) -> Verification:
    """Makes the calls of all examples that a file holds again, and compares their results.

    Numbers of one dtype may differ as much as those of other processors do: by 1e-4 of float32 and
    of Python's floats, 1e-7 of float64, 1e-2 of float16, 4e-2 of bfloat16, and a little more near
    zero. Others are equal.

    Returns:
        What became of each; it is true where all agree.

    Raises:
        ValueError: when the file holds no examples.
        OSError: when it cannot be read.
        RuntimeError: when it is damaged, of another version, or made for another processor.
    """
    outcomes = _lith.verify(load(path)._model)
    if not outcomes:
        raise ValueError(f"{path} holds no examples: save takes them")
    return Verification([ExampleOutcome(each[0] or "forward", *each[1:]) for each in outcomes])
