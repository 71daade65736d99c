"""Programs as users hold them: callables that compile, and what can be asked of them."""

from __future__ import annotations

import copy
import functools
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar

from . import _explain, _lith, _saving
from ._code import code_of
from ._errors import CompileError
from ._examples import examples_of
from ._graph import Graph
from ._releases import check_torch
from ._spec import check_signature
from ._state import Backward, CompiledProgram, DebugState, Guard, Saved
from ._text import function_of, source_of

F = TypeVar("F", bound=Callable[..., Any])


class Program(_lith.Callable):
    """A function, method or module that is compiled when it is called.

    Made by `to_static`, `script` and `trace`. Each call selects a compiled program by
    its guards, or compiles another one: arguments of another dtype or rank, another type, or a
    changed value that the program rests on.
    """

    __wrapped__: Any
    _options: dict[str, Any]
    _exported: dict[str, Program]  # of a module: its methods that are marked

    @property
    def source(self) -> str:
        """The source text that is compiled.

        Raises:
            OSError: it has none, as a function of a library in C.
        """
        return source_of(self.__wrapped__)

    @property
    def code(self) -> str:
        """The program that ran last as it runs: text like Python's, with its loops and kernels.

        It is for reading: names are numbers of values, and what the compiler computed ahead, put
        together or left out is gone.

        Raises:
            CompileError: none has been compiled.
        """
        return code_of(str(self.graph), self.__name__ if hasattr(self, "__name__") else "forward")

    @property
    def schema(self) -> str:
        """The signature."""
        target = self.__wrapped__
        name = getattr(target, "__qualname__", type(target).__qualname__)
        function = function_of(target) if hasattr(target, "forward") else target
        return f"{name}{inspect.signature(function)}"

    @property
    def graph(self) -> Graph:
        """The graph of the program that ran last; ``str`` is its text.

        Raises:
            CompileError: none has been compiled.
        """
        programs = self.get_debug_state().programs
        if not programs:
            raise CompileError("no program has been compiled yet: call it first, or use graph_for")
        return programs[0].graph

    def graph_for(self, *args: Any, **kwargs: Any) -> Graph:
        """Calls it and gives the graph of the program that ran."""
        self(*args, **kwargs)
        return self.graph

    def get_debug_state(self) -> DebugState:
        """The compiled programs, the most recently used first."""
        return DebugState(
            [
                CompiledProgram(
                    *([Guard(*guard) for guard in guards], Graph(text)),
                    *(*values, _backwards(notes)),
                )
                for guards, text, *values, notes in self._programs
            ]
        )

    def save(
        self,
        path: str | os.PathLike[str] | IO[bytes],
        *,
        metadata: Mapping[str, str] | None = None,
        extra_files: Mapping[str, str | bytes] | None = None,
        target: str | Sequence[str] | None = None,
        strip: bool = False,
        examples: Iterable[Any] = (),
        weights: str | os.PathLike[str] | None = None,
    ) -> None:
        """Writes the compiled programs to one artifact; see `lith.save`."""
        examples = examples_of(examples)
        called = {each.key for each in examples}
        saved = self.__wrapped__
        module = saved if _is_module(saved) else None
        methods = {"": (self, self._calls())}
        for name, method in self._methods_of(module).items():
            calls = method._calls()
            if not calls and name not in called and is_marked(type(module), name):
                raise CompileError(
                    f"nothing says what to save of the method {name!r}: call it first, or give "
                    "input_spec"
                )
            if calls or name in called:
                methods[name] = (method, calls)
        if module is not None and not methods[""][1] and len(methods) > 1 and "" not in called:
            del methods[""]
        frozen = self._options.get("freeze")
        name = getattr(saved, "__qualname__", type(saved).__qualname__)
        beside = _saving.Beside(metadata, extra_files, target, strip, examples, weights)
        _saving.write(name, methods, None if frozen else module, beside, path)

    def _methods_of(self, module: Any) -> dict[str, Program]:
        """Of exported methods, and of bound ones that were compiled and set on the module."""
        programs = dict(self._exported)
        for name, value in vars(module).items() if module is not None else ():
            if (
                isinstance(value, Program)
                and getattr(value.__wrapped__, "__self__", None) is module
            ):
                programs[name] = value
        return programs

    def _calls(self) -> list[_saving.Call]:
        return _saving.calls_of(self, self.get_debug_state().programs)

    def explain(self, path: str | os.PathLike[str] | None = None, *, full: bool = False) -> None:
        """Shows in the terminal what was compiled, why, and what it cost.

        First comes what programs need that others do not, then the cost of each, then what all
        need. What is alike is counted: tensors by dtype and dimensions, the registries and hooks of
        ``nn.Module`` in one line. The programs are numbered from the one used last.

        Args:
            path: writes a page (one HTML file, which loads nothing) there instead.
            full: shows every assumption of every program; the page always holds them.

        Raises:
            OSError: when the page cannot be written.
        """
        programs = self.get_debug_state().programs
        if path is None:
            _explain.show(self.schema, programs, full)
            return
        try:
            source = self.source
        except OSError:
            source = ""
        Path(path).write_text(_explain.page(self.schema, source, programs), encoding="utf-8")

    def __copy__(self) -> Program:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Program:
        """As of a function: itself; of a bound method or an object: a program of its copy."""
        copied = copy.deepcopy(self.__wrapped__, memo)
        return self if copied is self.__wrapped__ else make_program(copied, **self._options)

    def __reduce__(self) -> Any:
        """As a function by its name, where that leads here; else what is compiled, pickled."""
        target = self.__wrapped__
        name = getattr(target, "__qualname__", "")
        found: Any = sys.modules.get(getattr(target, "__module__", None) or "")
        for part in name.split("."):
            found = getattr(found, part, None)
        return name if found is self else (_remade, (target, self._options))

    def __repr__(self) -> str:
        return f"<lith program of {self.__wrapped__!r}>"


def _backwards(notes: list[Any]) -> list[Backward]:
    return [
        Backward(kind, place, why, tuple(Saved(*each) for each in saved))
        for kind, place, why, saved in notes
    ]


def make_program(target: Any, *, input_spec: Any = None, **options: bool) -> Program:
    """A Program of `target` with its name and documentation."""
    spec = list(input_spec) if isinstance(input_spec, tuple) else input_spec
    if spec is not None and not isinstance(spec, (list, dict)):
        raise TypeError("input_spec is a list or a dict")
    if spec is not None:
        check_signature(spec, _signature_of(target))
    if "numpy" in sys.modules:
        importlib.import_module("torch")  # whose operators are what is done to arrays
    if "torch.jit" in sys.modules:
        importlib.import_module("lith._scripted")  # what its modules and functions stand for
    check_torch()
    program = Program(target, input_spec=spec, **options)
    program._options = {"input_spec": spec, **options}
    program._exported = {}
    for name in functools.WRAPPER_ASSIGNMENTS:
        if name != "__annotations__" and hasattr(target, name):
            setattr(program, name, getattr(target, name))
    return program


def _signature_of(target: Any) -> Callable[..., Any]:
    """What a call passes its arguments to: bound, so that the instance is none of them."""
    if inspect.isroutine(target) or isinstance(target, functools.partial):
        return target
    function: Callable[..., Any] = getattr(target, "forward", target)
    return function


def _is_module(target: Any) -> bool:
    nn = sys.modules.get("torch.nn")
    return nn is not None and isinstance(target, nn.Module)


def export(method: F) -> F:
    """Marks a method of an ``nn.Module``, which is compiled and saved beside ``forward``.

    On what `to_static` gives, it is a program of its own: ``model.encode(x)`` compiles it when it
    is first called. ``torch.jit.export`` counts as well.
    """
    method.__lith_export__ = True  # type: ignore[attr-defined]
    return method


def script_method(fn: F) -> F:
    """Marks a method of a `ScriptModule`, as `export` does."""
    return export(fn)


def is_marked(cls: type, name: str) -> bool:
    """Whether a method of a class is marked by `export` itself."""
    return hasattr(inspect.getattr_static(cls, name, None), "__lith_export__")


def export_methods(module: Any, **options: Any) -> dict[str, Program]:
    """Makes a program of each method of a module that is marked, also by torch."""
    options.pop("input_spec", None)
    return {
        name: make_program(getattr(module, name), drop_self=True, **options)
        for name in _export_names(type(module))
    }


def _export_names(cls: type) -> list[str]:
    names: dict[str, bool] = {}
    for base in cls.__mro__:
        if base.__module__ == "torch.nn.modules.module":
            break
        for name, method in vars(base).items():
            modifier = str(getattr(method, "_torchscript_modifier", ""))
            is_torchs = modifier.endswith("EXPORT") or modifier.startswith("export")
            names.setdefault(name, is_torchs or hasattr(method, "__lith_export__"))
    return [name for name, is_exported in names.items() if is_exported and name != "forward"]


def _remade(target: Any, options: dict[str, Any]) -> Program:
    return make_program(target, **options)
