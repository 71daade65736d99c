"""The doors: to_static, script, trace."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar, overload

from . import _module, _source, _units
from ._program import Program, make_program

F = TypeVar("F")


def is_compiling() -> bool:
    """True inside of a compiled program, False in plain Python."""
    return False


def _is_disabled() -> bool:
    return os.environ.get("LITH_DISABLE", "0") not in ("", "0")


def _is_module(target: Any) -> bool:
    nn = sys.modules.get("torch.nn")
    return nn is not None and isinstance(target, nn.Module)


def _is_scripted(target: Any) -> bool:
    script = sys.modules.get("torch.jit._script")
    return script is not None and isinstance(target, script.ScriptModule)


def _is_exported(target: Any) -> bool:
    export = sys.modules.get("torch.export")
    return export is not None and isinstance(target, export.ExportedProgram)


def _compile(target: Any, **options: Any) -> Any:
    if isinstance(target, Program) or isinstance(type(target).__dict__.get("__call__"), Program):
        return target
    if isinstance(target, (staticmethod, classmethod)):
        return type(target)(_compile(target.__func__, **options))
    if _is_scripted(target):
        raise TypeError(
            f"{type(target).__name__} is of TorchScript: lith.import_torchscript(it) makes a "
            "program of a copy, or compile what it was made of, or a module that has it"
        )
    if _is_exported(target):
        target = _units.module_of_exported(target)
    if _is_module(target):
        return _module.wrap(target, **options)
    if inspect.isclass(target):
        raise TypeError("a class cannot be compiled: compile an instance, or decorate its methods")
    if not callable(target):
        raise TypeError(f"{target!r} is not callable")
    if inspect.isbuiltin(target) and target.__module__ == "builtins":
        raise TypeError(f"{target!r} has no source to compile")
    return make_program(target, **options)


@overload
def to_static(
    target: F, *, input_spec: Any = None, freeze: bool = False, source: str | None = None
) -> F: ...
@overload
def to_static(
    target: None = None, *, input_spec: Any = None, freeze: bool = False, source: str | None = None
) -> Callable[[F], F]: ...
def to_static(
    target: Any = None, *, input_spec: Any = None, freeze: bool = False, source: str | None = None
) -> Any:
    """Compiles a function, a method or an ``nn.Module``; also a decorator.

    Nothing runs until the first call, which compiles a program for the kind of its arguments
    (the dtype and rank of tensors, the types of other values; sizes and numbers stay dynamic) and
    for the outside values that it reads. A call of another kind compiles another program.

    Args:
        target: what to compile, also a ``torch.fx.GraphModule`` or what ``torch.export`` gave;
            without it, a decorator is returned.
        input_spec: a list (or a dict by parameter name) of `InputSpec`, example values, or nested
            structures of them, for all parameters that have no default. `Static` pins a value, a
            `Size` in a shape has bounds. A plain value is an example. A call that misses it raises
            TypeError, and compiles nothing.
        freeze: packs the weights of an evaluated module. Later changes to them are not seen, but
            for those that calls of the program itself make: what one of them writes (the running
            means of training mode) no other has as a constant.
        source: the text that the function was made of by ``exec``, which is found nowhere; what
            else was defined in it is known from then on, too.

    Returns:
        A `Program`, or a module that shares all state with the one given. With the environment
        variable ``LITH_DISABLE=1``, `target` itself.

    Raises:
        TypeError: `input_spec` does not fit the parameters.
        ValueError: `source` is no text of this function.
        CompileError: at the first call, when the program is refused. Nothing of the call has run.
    """
    if target is None:
        return functools.partial(to_static, input_spec=input_spec, freeze=freeze, source=source)
    if _is_disabled():
        return target
    if source is not None:
        _source.give(target, source)
    return _compile(target, input_spec=input_spec, freeze=freeze)


def script(target: Any) -> Any:
    """Compiles a function or module as `to_static` does, without options; also a decorator.

    Annotations are not needed: a parameter has the type of the argument that a call gives it. A
    class that is no module is given back as it is: its methods are compiled where programs use it.

    Raises:
        CompileError: at the first call, when the program is refused.
    """
    if _is_disabled() or (inspect.isclass(target) and not _is_class_of_modules(target)):
        return target
    return _compile(target)


def _is_class_of_modules(cls: type) -> bool:
    nn = sys.modules.get("torch.nn")
    return nn is not None and issubclass(cls, nn.Module)
