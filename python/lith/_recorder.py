"""What one call does with tensors, as a text: operators as lines of straight Python.

The call runs in plain Python under a torch function mode. What Python saw of a tensor (a number, a
size, a branch) is fixed in the text, and each such place is noted. A tensor that the call made and
no line gives was made by what the mode does not see: then there is no text.
"""

from __future__ import annotations

import inspect
import keyword
import os
import traceback
from dataclasses import dataclass
from typing import Any

from ._errors import CompileError

_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "lt": "<",
    "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">=",
}  # fmt: skip
_UNARY = {"neg": "-", "invert": "~", "pos": "+"}
_PLAIN = (type(None), bool, int, float, complex, str)


class _Recorder:
    """Writes operators down; tensors have names, everything else is written as a constant."""

    def __init__(self) -> None:
        import torch  # heavy: only a program that is traced needs it

        self.torch = torch
        self.lines: list[str] = []
        self.names: dict[int, str] = {}
        self.alive: list[Any] = []  # so that an id stays one object's
        self.scope: dict[str, Any] = {"torch": torch}
        self.baked: list[str] = []
        self.made: dict[int, Any] = {}  # by any operator in the call

    def bind(self, tensor: Any, name: str) -> str:
        self.names[id(tensor)] = name
        self.alive.append(tensor)
        return name

    def text(self, value: Any) -> str:
        """An expression for `value`."""
        if isinstance(value, self.torch.Tensor):
            known = self.names.get(id(value))
            return known or self.outside(value, "tensor")
        if isinstance(value, slice):
            return (
                f"slice({self.text(value.start)}, {self.text(value.stop)}, {self.text(value.step)})"
            )
        if type(value) is list:
            return "[" + ", ".join(map(self.text, value)) + "]"
        if isinstance(value, tuple):
            items = "".join(f"{self.text(item)}, " for item in value)
            if type(value) in (tuple, self.torch.Size):
                return f"({items})"
        if type(value) is dict:
            return (
                "{" + ", ".join(f"{self.text(k)}: {self.text(v)}" for k, v in value.items()) + "}"
            )
        if type(value) in _PLAIN and repr(value) not in ("nan", "inf", "-inf"):
            return repr(value)
        if value is ...:
            return "..."
        return self.outside(value, "value")

    def outside(self, value: Any, kind: str) -> str:
        if id(value) in self.made:
            raise CompileError(
                "the call makes a tensor by something that tracing does not see, such as "
                "TorchScript; use to_static"
            )
        name = self.names.get(id(value)) or f"{kind}{len(self.scope)}"
        self.scope[name] = value
        return self.bind(value, name)

    def record(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
    ) -> None:
        name = getattr(function, "__name__", "")
        if name == "__get__":
            name = function.__self__.__name__
            if not isinstance(result, self.torch.Tensor):
                if name in ("shape", "names"):
                    self.bake(f".{name}", result)
                return  # dtype, device, requires_grad ... are the same at each call
            expression = f"{self.text(args[0])}.{name}"
        elif name == "__set__":
            target, value = args
            self.lines.append(
                f"{self.text(target)}.{function.__self__.__name__} = {self.text(value)}"
            )
            return
        else:
            expression = self.expression(function, name, args, kwargs)
        if name == "__setitem__":
            self.lines.append(expression)
        elif self.holds_tensor(result):
            target = self.target(result)
            # What is written in place stays where the call found it.
            is_state = target.startswith("self.") or target in self.scope
            self.lines.append(expression if is_state else f"{target} = {expression}")
        elif name not in ("dim", "ndimension", "is_floating_point", "is_complex", "type"):
            self.bake(f"{name}()", result)

    def expression(self, function: Any, name: str, args: tuple[Any, ...], kwargs: Any) -> str:
        words = [self.text(arg) for arg in args]
        words += [f"{key}={self.text(value)}" for key, value in kwargs.items()]
        short = name.strip("_")
        if name == "__getitem__":
            return f"{words[0]}[{words[1]}]"
        if name == "__setitem__":
            return f"{words[0]}[{words[1]}] = {words[2]}"
        if name.startswith("__") and len(words) == 2 and short in _BINARY:
            return f"{words[0]} {_BINARY[short]} {words[1]}"
        if name.startswith("__r") and len(words) == 2 and short[1:] in _BINARY:
            return f"{words[1]} {_BINARY[short[1:]]} {words[0]}"
        if name.startswith("__") and len(words) == 1 and short in _UNARY:
            return f"{_UNARY[short]}{words[0]}"
        owner = self.torch.Tensor
        if getattr(owner, name, None) is function and args and isinstance(args[0], owner):
            return f"{words[0]}.{name}({', '.join(words[1:])})"
        return f"{self.outside(function, 'function')}({', '.join(words)})"

    def holds_tensor(self, result: Any) -> bool:
        if isinstance(result, (list, tuple)):
            return any(map(self.holds_tensor, result))
        return isinstance(result, self.torch.Tensor)

    def target(self, result: Any) -> str:
        """Names for the tensors of a result, as the target of an assignment."""
        if isinstance(result, self.torch.Tensor):
            return self.names.get(id(result)) or self.bind(result, f"t{len(self.alive)}")
        if isinstance(result, (list, tuple)):
            return "[" + ", ".join(map(self.target, result)) + "]"
        return "_"

    def bake(self, what: str, value: Any) -> None:
        place = next(
            (f for f in reversed(traceback.extract_stack()) if not _is_library(f.filename)), None
        )
        where = f"{place.filename}:{place.lineno}: " if place else ""
        self.baked.append(f"{where}{what} gave {value!r}, which is baked into the program")


def _is_library(filename: str) -> bool:
    return os.path.dirname(filename) == os.path.dirname(__file__) or "/torch/" in filename


@dataclass
class Recorded:
    """The text of one call, and what it gave."""

    source: str
    scope: dict[str, Any]
    baked: list[str]
    result: Any


def record_call(
    function: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Recorded:
    """The text of a function `name` that does what this call of a function or method does."""
    import torch  # heavy
    from torch.overrides import TorchFunctionMode  # heavy
    from torch.utils._python_dispatch import TorchDispatchMode  # heavy

    recorder = _Recorder()

    class Made(TorchDispatchMode):
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            result = func(*args, **(kwargs or {}))
            given = (*args, *(kwargs or {}).values())
            if isinstance(result, torch.Tensor) and all(result is not each for each in given):
                recorder.made[id(result)] = result
            return result

    class Mode(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            result = func(*args, **(kwargs or {}))
            recorder.record(func, args, kwargs or {}, result)
            return result

    owner = getattr(function, "__self__", None)
    is_method = isinstance(owner, torch.nn.Module)
    if is_method:
        _bind_state(recorder, owner)
    names = [*_parameter_names(function, len(args)), *kwargs]
    args, kwargs = _apart((args, kwargs), set(recorder.names))
    for parameter, value in zip(names, (*args, *kwargs.values()), strict=True):
        _bind_input(recorder, parameter, value)
    with torch.no_grad(), Made(), Mode():
        # The whole call of a module: hooks are part of it.
        whole: Any = owner if is_method and function.__name__ == "forward" else function
        result = whole(*args, **kwargs)
    body = [*recorder.lines, f"return {recorder.text(result)}"]
    parameters = ", ".join(["self"] * is_method + names)
    source = f"def {name}({parameters}):\n" + "".join(f"    {line}\n" for line in body)
    return Recorded(source, dict(recorder.scope), recorder.baked, result)


def _apart(value: Any, seen: set[int]) -> Any:
    """The same with an object of its own for each place: one tensor in two has two names."""
    if hasattr(value, "detach"):
        if id(value) in seen:
            return value.detach()
        seen.add(id(value))
    if type(value) in (list, tuple):
        return type(value)([_apart(each, seen) for each in value])
    if type(value) is dict:
        return {key: _apart(each, seen) for key, each in value.items()}
    return value


def _bind_state(recorder: _Recorder, module: Any) -> None:
    """Parameters and buffers are read where the module has them."""
    for holder, inner in module.named_modules(remove_duplicate=False):
        path = "self"
        for part in holder.split(".") if holder else ():
            path += f".{part}" if part.isidentifier() else f"._modules[{part!r}]"
        for registry in (inner._parameters, inner._buffers):
            for name, tensor in registry.items():
                if tensor is not None and id(tensor) not in recorder.names:
                    recorder.bind(tensor, f"{path}.{name}")


def _bind_input(recorder: _Recorder, path: str, value: Any) -> None:
    if isinstance(value, recorder.torch.Tensor):
        recorder.bind(value, path)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            _bind_input(recorder, f"{path}[{index}]", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            _bind_input(recorder, f"{path}[{key!r}]", item)


def _parameter_names(function: Any, count: int) -> list[str]:
    target = getattr(function, "forward", function)
    try:
        found = [
            p.name
            for p in inspect.signature(target).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        found = []
    names = [name for name in found if not keyword.iskeyword(name)][:count]
    return names + [f"argument{i}" for i in range(len(names), count)]
