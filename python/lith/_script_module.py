"""ScriptModule: modules that are compiled when they are made."""

from __future__ import annotations

from typing import Any

import torch

from ._marks import Attribute
from ._module import wrap
from ._program import export
from ._units import run_text


class _MadeCompiled(type):
    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return wrap(super().__call__(*args, **kwargs))


class ScriptModule(torch.nn.Module, metaclass=_MadeCompiled):
    """A base for modules that are compiled as `to_static` compiles one, as soon as they are made.

    ``forward`` is compiled, and so are methods that `script_method` or `export` marks; others run
    as Python where they are called from outside. An `Attribute` that is set becomes its value.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, (Attribute, torch.jit.Attribute)):
            value = value.value
        super().__setattr__(name, value)

    def define(self, src: str) -> None:
        """Adds the methods of a text, which are compiled; to be called in ``__init__``.

        Raises:
            SyntaxError: the text does not parse.
        """
        before = dict(vars(torch.jit.annotations), torch=torch)
        scope = dict(before)
        run_text(src, scope, "source")
        methods = {
            name: export(value) if callable(value) else value
            for name, value in scope.items()
            if before.get(name) is not value and name != "__builtins__"
        }
        cls = type(self)
        own = {**methods, "__module__": cls.__module__}
        made: Any = _MadeCompiled(cls.__name__, (cls,), own)
        self.__class__ = made
