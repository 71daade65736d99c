"""Programs that were loaded from artifacts. The packages `lith` and `lith_runtime` share it."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from . import _lith

if TYPE_CHECKING:
    from typing import Self  # not in every Python that loads programs

PARAMETER, BUFFER, OTHER_BUFFER = range(3)  # StateName::Kind


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
            hint = "; the package lith shows it" if name in ("code", "graph") else ""
            raise AttributeError(f"the program {self._model.name} has no method {name!r}{hint}")
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
    def source(self) -> str:
        """The lines of the user's source that messages can show; see `save`."""
        lines = (line for _, text in self._model.sources for line in text.splitlines())
        return "\n".join(filter(str.strip, lines))

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
        return ConvertedProgram(found, self._library) if isinstance(found, LoadedProgram) else found

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


def opened(path: str | os.PathLike[str] | IO[bytes]) -> _lith.Model:
    """The artifact at a path, or of a binary file."""
    if isinstance(path, (str, bytes, os.PathLike)):
        return _lith.load(os.fsdecode(path))
    file = os.memfd_create("program.lith")
    try:
        with open(file, "wb", closefd=False) as copy:
            shutil.copyfileobj(path, copy)
        return _lith.load(f"/proc/self/fd/{file}")
    finally:
        os.close(file)
