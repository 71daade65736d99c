"""Compiled programs on their way into a file."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from . import _lith
from ._ambient import Ambient
from ._errors import CompileError
from ._examples import Example, check_eager, described, examples_of
from ._loaded import BUFFER, OTHER_BUFFER, PARAMETER
from ._spec import InputSpec, parameter_names, same_description, shares_objects, specified
from ._state import CompiledProgram

Path = str | os.PathLike[str]


@dataclass
class Call:
    """A call to compile a program for."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    ambient: Ambient

    @property
    def given(self) -> tuple[Any, Any]:
        return self.args, self.kwargs


@dataclass
class Beside:
    """What a file holds beside programs, and what its code is for."""

    metadata: Mapping[str, str] | None = None
    extra_files: Mapping[str, str | bytes] | None = None
    targets: str | Sequence[str] | None = None
    strip: bool = False
    examples: Iterable[Any] = ()
    weights: Path | None = None

    def described(self, path: Path | IO[bytes], examples: list[Example]) -> dict[str, Any]:
        """For the compiler; `path` is where the file will be."""
        targets = [self.targets] if isinstance(self.targets, str) else self.targets
        is_path = isinstance(path, (str, bytes, os.PathLike))
        if self.weights is not None and not is_path:
            raise ValueError("a file whose weights are in another one has a place: give a path")
        return {
            "targets": list(targets or []),
            "strip": self.strip,
            "versions": versions(),
            "metadata": dict(self.metadata or {}),
            "extra_files": dict(self.extra_files or {}),
            "examples": [(each.key, each.args, dict(each.kwargs)) for each in examples],
            "weights": None if self.weights is None else os.fsdecode(self.weights),
            "folder": os.path.dirname(os.path.abspath(os.fsdecode(path))) if is_path else "",  # type: ignore[arg-type]
        }


def calls_of(compiled: _lith.Callable, programs: list[CompiledProgram]) -> list[Call]:
    """The calls to save programs for: those that were made, else the one that `input_spec` says.

    Of those that were made, tensors are as the specification has them.
    """
    calls = [_call_of(program) for program in programs]
    spec = compiled._input_spec
    if spec is None:
        return calls
    if not calls:
        args, kwargs = ((), spec) if isinstance(spec, dict) else (tuple(spec), {})
        return [Call(args, kwargs, Ambient({}))]
    names = parameter_names(compiled.__wrapped__)
    by_name = spec if isinstance(spec, dict) else dict(zip(names, spec, strict=False))
    return [
        Call(*specified(call.args, call.kwargs, by_name, names), call.ambient) for call in calls
    ]


def write(
    name: str,
    methods: Mapping[str, tuple[_lith.Callable, list[Call]]],
    module: Any,
    beside: Beside,
    path: Path | IO[bytes],
) -> None:
    """Writes an artifact of methods, each with its calls; see `lith.save`. `module`: whose state
    is kept by name, or None."""
    examples = examples_of(beside.examples)
    for example in examples:
        if example.key not in methods:
            raise CompileError(f"an example calls {example.method!r}, which is not saved")
        of_method = methods[example.key][1]
        if not of_method:
            args, kwargs = described((example.args, dict(example.kwargs)))
            of_method.append(Call(args, kwargs, Ambient({})))
    calls = [call for _, of_method in methods.values() for call in of_method]
    if not calls:
        raise CompileError("nothing says what to save: call the program first, or give input_spec")
    if "torch" not in sys.modules and any(_needs_torch(call.given) for call in calls):
        importlib.import_module("torch")  # the compiler asks it about tensors
    entries = [
        (
            method,
            compiled,
            [(*c.given, shares, c.ambient) for c, shares in _with_sharing(of_method)],
        )
        for method, (compiled, of_method) in methods.items()
    ]
    state = (module, *_state_of(module)) if module is not None else (None, [], [])
    told = beside.described(path, examples)
    targets = {method: compiled.__wrapped__ for method, (compiled, _) in methods.items()}

    def work(file: str) -> None:
        unchecked = file + ".unchecked" if examples else file
        _lith.save(name, entries, state, told, unchecked)
        if not examples:
            return
        try:
            check_eager(unchecked, examples, targets)
            os.replace(unchecked, file)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(unchecked)

    with_file(path, work)


def with_file(path: Path | IO[bytes], work: Any) -> None:
    """Gives `work` a file to write: the one at a path, or one that is copied into a binary file."""
    if isinstance(path, (str, bytes, os.PathLike)):
        work(os.fsdecode(path))
        return
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "program.lith")
        work(name)
        with open(name, "rb") as written:
            shutil.copyfileobj(written, path)


def shown_name(file: str) -> str:
    """What messages of a saved program call a file of source: its path below the entry of
    ``sys.path`` that it is in, else its own name. Where it lies on this machine is not said."""
    if not os.path.isabs(file):
        return file
    path = os.path.normpath(file)
    roots = [os.path.join(os.path.abspath(entry), "") for entry in sys.path]
    below = [path.removeprefix(root) for root in roots if path.startswith(root) and root != "/"]
    return min(below, key=len, default=os.path.basename(path))


def versions() -> dict[str, str]:
    """What a file says of what made it."""
    found = {"python": platform.python_version()}
    if "torch" in sys.modules:
        found["torch"] = str(sys.modules["torch"].__version__)
    return found


def _state_of(module: Any) -> tuple[list[tuple[str, Any, int]], list[tuple[str, Any]]]:
    """The tensors of an nn.Module by name, and its own numbers and texts."""
    others = _not_kept(module)
    tensors = [
        (name, tensor, PARAMETER)
        for name, tensor in module.named_parameters(remove_duplicate=False)
        if _can_be_kept(tensor)
    ]
    tensors += [
        (name, tensor, OTHER_BUFFER if name in others else BUFFER)
        for name, tensor in module.named_buffers(remove_duplicate=False)
        if _can_be_kept(tensor)
    ]
    attributes = [
        (name, value)
        for name, value in vars(module).items()
        if type(value) in (bool, int, float, str) and not name.startswith("_")
        if not isinstance(value, int) or -(2**63) <= value < 2**63
    ]
    return tensors, attributes


def _not_kept(module: Any) -> set[str]:
    """The names of buffers that are no part of state_dict."""
    return {
        f"{prefix}.{name}" if prefix else name
        for prefix, inner in module.named_modules(remove_duplicate=False)
        for name in inner._non_persistent_buffers_set
    }


def _can_be_kept(tensor: Any) -> bool:
    """Not of one that no program could read: on another device, sparse, not made yet."""
    torch = sys.modules["torch"]
    return (
        type(tensor) in (torch.Tensor, torch.nn.Parameter)
        and tensor.device.type == "cpu"
        and tensor.layout is torch.strided
        and not tensor.is_quantized
        and tensor.dtype in _dtypes()
    )


@functools.cache
def _dtypes() -> set[Any]:
    torch = sys.modules["torch"]
    names = (
        "uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128 bool"
    )
    return {getattr(torch, name) for name in names.split()}


def _call_of(program: CompiledProgram) -> Call:
    """The call that it was compiled for, and under what."""
    example = program.example
    if example is None:
        raise CompileError("the arguments of a call cannot be described: a container holds itself")
    inherited = {
        g.place: g.expected
        for g in program.assumptions
        if g.kind == "ambient" and g.expected is not None  # a dtype, where there was no torch
    }
    return Call(*example, Ambient(inherited))


def _with_sharing(calls: list[Call]) -> list[tuple[Call, bool]]:
    """Each kind of call once, the last one of it, as if its arguments were all different objects.
    After it, marked, the calls of this kind that passed one object in several places: what these
    need in addition.
    """
    kinds: list[list[Call]] = []
    for call in calls:
        kind = next((k for k in kinds if same_description(k[0].given, call.given)), None)
        if kind is None:
            kinds.append([call])
        else:
            kind.append(call)
    ordered: list[tuple[Call, bool]] = []
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
