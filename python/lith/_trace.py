"""trace: a program recorded from one call.

The call runs in plain Python under a torch function mode, which writes each
operator down as a line of straight Python. That text is compiled like any
other function. What Python saw of a tensor (a number, a size, a branch) is baked
into the text, and each such place is reported.
"""

from __future__ import annotations

import inspect
import itertools
import keyword
import linecache
import traceback
import warnings
from types import FunctionType
from typing import Any

from ._errors import CompileError
from ._program import Program, make_program

_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "lt": "<",
    "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">=",
}  # fmt: skip
_UNARY = {"neg": "-", "invert": "~", "pos": "+"}
_PLAIN = (type(None), bool, int, float, complex, str)
_numbers = itertools.count()


class TraceWarning(UserWarning):
    """A value of the example call is baked into a traced program."""


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
            self.lines.append(f"{self.target(result)} = {expression}")
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
    return filename == __file__ or "/torch/" in filename


def _record(function: Any, args: tuple[Any, ...]) -> tuple[_Recorder, str, Any]:
    import torch  # heavy
    from torch.overrides import TorchFunctionMode  # heavy

    recorder = _Recorder()

    class Mode(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            result = func(*args, **(kwargs or {}))
            recorder.record(func, args, kwargs or {}, result)
            return result

    names = _parameter_names(function, len(args))
    for name, value in zip(names, args, strict=True):
        _bind_input(recorder, name, value)
    with torch.no_grad(), Mode():
        result = function(*args)
    body = [*recorder.lines, f"return {recorder.text(result)}"]
    source = f"def traced({', '.join(names)}):\n" + "".join(f"    {line}\n" for line in body)
    return recorder, source, result


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


def trace(target: Any, example_inputs: Any) -> Program:
    """Compiles what one call of `target` does with tensors.

    Args:
        target: a function or an ``nn.Module``; its source is not needed.
        example_inputs: the arguments of the call: a tuple, or one tensor.

    Returns:
        The program. Branches, loops and numbers of the example call are fixed in it; a
        `TraceWarning` reports each value of a tensor that Python has seen.

    Raises:
        CompileError: when the recorded program does not give the result of the example call.
    """
    import torch  # heavy

    args = example_inputs if isinstance(example_inputs, tuple) else (example_inputs,)
    recorder, source, expected = _record(target, args)
    for message in recorder.baked:
        warnings.warn(message, TraceWarning, stacklevel=2)
    filename = (
        f"<trace {next(_numbers)} of {getattr(target, '__qualname__', type(target).__name__)}>"
    )
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    scope = dict(recorder.scope)
    exec(compile(source, filename, "exec"), scope)
    traced = scope.pop("traced")
    assert isinstance(traced, FunctionType)
    with torch.no_grad():
        again = traced(*args)
    if not _same(again, expected):
        raise CompileError(
            "the recorded program does not repeat the example call: it depends on something that "
            "tracing does not see, such as random numbers or written state; use to_static"
        )
    return make_program(traced)


def _same(left: Any, right: Any) -> bool:
    import torch  # heavy

    if isinstance(left, torch.Tensor) and isinstance(right, torch.Tensor):
        return left.dtype == right.dtype and torch.allclose(left, right, equal_nan=True)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[k], right[k]) for k in left)
    return bool(left == right)
