"""The code of one module or function of TorchScript as Python that the compiler takes."""

from __future__ import annotations

import ast
import io
import pickle
import types
from typing import Any

import torch

from . import _lith
from ._scripted_calls import CONVERSIONS, NoTwin, adapter, raise_error
from ._scripted_lists import mutates_what_it_got
from ._units import run_text

_NAMES = "lith.torchscript"  # the package that has the operators of archives
_PLAIN = (type(None), bool, int, float, complex, str, torch.device, torch.dtype)


def check_plain(value: Any) -> None:
    """Raises NoTwin for what is not made of tensors, numbers and texts."""
    if isinstance(value, (list, tuple)):
        for each in value:
            check_plain(each)
    elif isinstance(value, dict):
        for each in value.values():
            check_plain(each)
    elif type(value) not in (*_PLAIN, torch.Tensor, torch.nn.Parameter):
        raise NoTwin


class Part(torch.nn.Module):
    """A module of the code, with the class, text and elements of the module that it stands for."""

    _class_seen: type
    original_name: str
    _is_traced: bool
    _container: Any = None  # the container of Python whose elements the module gives
    _mapping: Any = None  # the same of a dict, whose keys it knows

    @classmethod
    def stands_for(cls, scripted: Any) -> None:
        """Takes over what programs see of a module's class."""
        cls._class_seen, cls.original_name = type(scripted), scripted.original_name
        cls._is_traced = isinstance(scripted, torch.jit._trace.TracedModule)

    def _get_name(self) -> str:
        return self.original_name if self._is_traced else "RecursiveScriptModule"

    def extra_repr(self) -> str:
        return f"original_name={self.original_name}"

    def _known(self, container: Any, lack: str) -> Any:
        if container is not None:
            return container
        raise TypeError(lack) if self._is_traced else NotImplementedError

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        lack = f"object of type '{self._class_seen.__name__}' has no len()"
        return len(self._known(self._container, lack))

    def __iter__(self) -> Any:
        lack = f"'{self._class_seen.__name__}' object is not iterable"
        return iter(self._known(self._container, lack))

    def __getitem__(self, index: Any) -> Any:
        lack = f"'{self._class_seen.__name__}' object is not subscriptable"
        return self._known(self._container, lack)[index]

    def __contains__(self, key: Any) -> bool:
        lack = f"argument of type '{self._class_seen.__name__}' is not iterable"
        return key in self._known(self._mapping, lack)


class Saved:
    """A module as the archive has it: its class, and its attributes by name."""

    cls: Any
    state: dict[str, Any]

    def __setstate__(self, state: Any) -> None:
        if not isinstance(state, dict) or not issubclass(self.cls, Part):
            raise NoTwin
        self.state = state


class Code:
    """The classes and functions that torch saves of an object, and the tree of its modules."""

    def __init__(self, scripted: Any) -> None:
        try:
            archive = scripted.save_to_buffer()
        except RuntimeError as error:  # it calls functions of Python
            raise NoTwin from error
        self.reader = torch._C.PyTorchFileReader(io.BytesIO(archive))
        self.mutates = False  # lists or dicts that may be the module's
        self.space = types.ModuleType("__torch__")
        self.constants = types.ModuleType("CONSTANTS")
        self.names = self._names()
        for record in self.reader.get_all_records():
            if record.startswith("code/") and record.endswith(".py"):
                self._define(record)
        for place, value in enumerate(self._unpickled("constants", has_tensors=True)):
            check_plain(value)
            setattr(self.constants, f"c{place}", value)
        self.root: Saved = self._unpickled("data", has_tensors=False)
        del self.reader  # which holds the weights

    def _names(self) -> dict[str, Any]:
        torchscript, prim = _space(_NAMES), _space(f"{_NAMES}.ops.prim")
        typed = ("annotate", "unchecked_cast", "uninitialized", "isinstance", "fork")
        inf, nan = float("inf"), float("nan")
        return {
            **{name: _operator(prim, name) for name in typed},
            **{name: _operator(torchscript, name) for name in ("str", "print", "sorted")},
            **{"torch": torchscript, "ops": _space(f"{_NAMES}.ops"), "__torch__": self.space},
            **{"inf": inf, "nan": nan, "infj": complex(0, inf), "nanj": complex(0, nan)},
            **{"Module": Part, "Interface": object, "ModuleInterface": object},
            "CONSTANTS": self.constants,
        }

    def _define(self, record: str) -> None:
        module = record[len("code/") : -len(".py")].replace("/", ".")
        text = _lith.scripted_code(module, self.reader.get_record(record).decode())
        for node in ast.walk(ast.parse(text)):
            self._look_at(node)
            self.mutates |= isinstance(node, ast.FunctionDef) and mutates_what_it_got(node)
        space: Any = self.space
        for part in _lith.scripted_name(module).split(".")[1:]:
            if not hasattr(space, part):
                setattr(space, part, types.ModuleType(f"{space.__name__}.{part}"))
            space = getattr(space, part)
        space.__dict__.update(self.names)
        run_text(text, space.__dict__, "torchscript")

    def _look_at(self, node: ast.AST) -> None:
        """Makes the operators that code names."""
        if isinstance(node, ast.ClassDef) and [ast.unparse(b) for b in node.bases] == ["Enum"]:
            raise NoTwin
        if not isinstance(node, ast.Attribute):
            return
        package, *path = ast.unparse(node).split(".")
        if package in ("torch", "ops") and all(part.isidentifier() for part in path):
            inner = path[:-1] if package == "torch" else ["ops", *path[:-1]]
            _operator(_space(".".join([_NAMES, *inner])), path[-1])

    def _unpickled(self, name: str, *, has_tensors: bool) -> Any:
        record = io.BytesIO(self.reader.get_record(f"{name}.pkl"))
        return _Unpickler(record, self, name if has_tensors else None).load()

    def adapted_class(self, scripted: Any) -> type:
        """The module's class, whose methods take arguments as calls from Python do."""
        scope: dict[str, Any] = {"__name__": "__torch__", "Base": self.root.cls, **CONVERSIONS}
        lines = ["class Called(Base):"]
        for name in scripted._c._method_names():
            schema = scripted._c._get_method(name).schema
            lines += adapter(name, schema, scope, is_method=True)
        if lines[1:]:
            run_text("\n".join(lines), scope, "torchscript")
        called: Any = scope.get("Called", self.root.cls)
        called.__name__ = called.__qualname__ = self.root.cls.__name__
        called.stands_for(scripted)
        return called

    def adapted_function(self, scripted: Any) -> Any:
        """The function, which takes arguments as calls from Python do."""
        scope: dict[str, Any] = {"__name__": "__torch__", "Base": self.root.cls, **CONVERSIONS}
        name = scripted.name if scripted.name.isidentifier() else "function"  # a lambda
        run_text(
            "\n".join(adapter(name, scripted.schema, scope, is_method=False)), scope, "torchscript"
        )
        called = scope[name]
        called.__name__, called.__qualname__ = "ScriptFunction", "torch.jit.ScriptFunction"
        called.__module__, called.__doc__ = type(scripted).__module__, scripted.__doc__
        return called


def _space(name: str) -> Any:
    """A module of operators, which those above it have as an attribute."""
    if name not in _spaces:
        _spaces[name] = types.ModuleType(name)
        if name != _NAMES:
            above, _, last = name.rpartition(".")
            setattr(_space(above), last, _spaces[name])
    return _spaces[name]


_spaces: dict[str, types.ModuleType] = {}
_space(f"{_NAMES}.ops.prim").RaiseException = raise_error


def _operator(space: Any, name: str) -> Any:
    """A function that stands for an operator: the compiler knows it by its module and name."""
    if not hasattr(space, name):
        scope = {"__name__": space.__name__}
        exec(f"def {name}(*args, **keywords): raise NotImplementedError", scope)
        setattr(space, name, scope[name])
    return getattr(space, name)


class _Unpickler(pickle.Unpickler):
    """Reads what torch has just written; of modules what they hold."""

    def __init__(self, file: io.BytesIO, code: Code, folder: str | None) -> None:
        super().__init__(file)
        self.code, self.folder = code, folder

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("__torch__"):
            space: Any = self.code.space
            for part in _lith.scripted_name(f"{module}.{name}").split(".")[1:]:
                space = getattr(space, part)
            return type(name, (Saved,), {"cls": space})
        if name == "_rebuild_tensor_v2":
            return _view
        return super().find_class(module, name)

    def persistent_load(self, saved: Any) -> Any:
        _, kind, key, device, count = saved
        if device != "cpu":
            raise NoTwin
        if self.folder is None:
            return None
        dtype = kind._dtype  # the public attribute warns
        read = self.code.reader.get_storage_from_record(f"{self.folder}/{key}", count, dtype)
        return read.untyped_storage(), dtype


def _view(stored: Any, offset: int, sizes: Any, strides: Any, *_rest: Any) -> Any:
    if stored is None:
        return None
    storage, dtype = stored
    return torch.empty(0, dtype=dtype).set_(storage, offset, sizes, strides)
