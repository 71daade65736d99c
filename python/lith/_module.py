"""A compiled nn.Module: the user's module with another ``__call__``.

The wrapper is an instance of a class derived from the module's own, and shares
its ``__dict__``: attributes, parameters, buffers, ``state_dict``, ``train`` and
``eval`` are those of the original, in both directions.
"""

from __future__ import annotations

import copy
import weakref
from typing import Any

from . import _lith
from ._program import Program, export_methods, make_program

_FORWARDED = (
    "code", "source", "graph", "schema", "graph_for", "get_debug_state", "save", "explain",
)  # fmt: skip


class _Forward:
    """An attribute of the program, unless the user's module has one of the same name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        for registry in ("_modules", "_parameters", "_buffers"):
            if self.name in vars(instance).get(registry, ()):
                return vars(instance)[registry][self.name]
        return getattr(owner.__call__, self.name)


def _itself(module: Any) -> Any:
    """What a pickled twin becomes: the original, since compiled code is not pickled."""
    return module


def wrap(module: Any, **options: Any) -> Any:
    """The compiled twin of `module`."""
    cls = type(module)
    program = make_program(module, drop_self=True, **options)
    program._exported = export_methods(module, **options)
    namespace: dict[str, Any] = {
        **program._exported,
        "__call__": program,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": cls.__doc__,
        "__wrapped__": property(lambda self: module),
        "__copy__": lambda self: wrap(copy.copy(module), **options),
        "__deepcopy__": lambda self, memo: wrap(copy.deepcopy(module, memo), **options),
        "__reduce_ex__": lambda self, protocol: (_itself, (module,)),
    }
    for name in _FORWARDED:
        if not hasattr(cls, name):
            namespace[name] = _Forward(name)
    metaclass: Any = type(cls)
    twin = metaclass(cls.__name__, (cls,), namespace)
    _lith.register_module(twin, module)
    weakref.finalize(twin, _lith.forget_module, id(twin)).atexit = False
    wrapped = object.__new__(twin)
    object.__setattr__(wrapped, "__dict__", vars(module))
    return wrapped


def program_of(compiled: Any) -> Program:
    """The Program of a compiled function or module; TypeError for anything else."""
    if isinstance(compiled, Program):
        return compiled
    call = type(compiled).__dict__.get("__call__")
    if isinstance(call, Program):
        return call
    method = getattr(compiled, "__func__", None)
    if isinstance(method, Program):
        return method
    raise TypeError(f"{compiled!r} is not compiled by Lith")
