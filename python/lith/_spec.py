"""Specifications of arguments: InputSpec and Static."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ._recall import Memory

_DTYPES = {
    "uint8": 0, "int8": 1, "int16": 2, "int32": 3, "int64": 4, "float16": 5, "float32": 6,
    "float64": 7, "complex64": 9, "complex128": 10, "bool": 11, "bfloat16": 15,
    "short": 2, "int": 3, "long": 4, "half": 5, "float": 6, "double": 7, "cfloat": 9, "cdouble": 10,
}  # fmt: skip


def _dtype_number(dtype: object) -> int:
    """Number of a dtype given as a name, a torch.dtype or a NumPy dtype or scalar type."""
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None)
    if name is None:
        name = dtype.__name__ if isinstance(dtype, type) else str(dtype)
    name = name.removeprefix("torch.").removeprefix("numpy.")
    if name not in _DTYPES:
        raise TypeError(f"{dtype!r} is not a dtype of Lith")
    return _DTYPES[name]


class Size(str):
    """A size by its name: any number within bounds, the same wherever the name stands in a call.

    Args:
        name: what it is called; a plain string in a shape is a size without bounds.
        low: the least that it may be, 0 or more.
        high: the most that it may be, itself included; None: there is no bound.
        multiple: what it must be a multiple of, 1 or more.

    Raises:
        ValueError: no number is within the bounds.
    """

    low: int
    high: int | None
    multiple: int

    def __new__(cls, name: str, low: int = 0, high: int | None = None, multiple: int = 1) -> Size:
        made = super().__new__(cls, name)
        if low < 0 or multiple < 1 or (high is not None and high // multiple * multiple < low):
            raise ValueError(f"no size is from {low} to {high} and a multiple of {multiple}")
        made.low, made.high, made.multiple = low, high, multiple
        return made

    def __repr__(self) -> str:
        return f"Size({str(self)!r}, {self.low}, {self.high}, multiple={self.multiple})"


class InputSpec:
    """The dtype and shape of a tensor argument.

    Args:
        shape: sizes; ``None`` or -1 is any size, a string or `Size` any size that has this name.
        dtype: a name such as ``"float32"``, a ``torch.dtype`` or a NumPy dtype.
        name: a name for the argument.
    """

    __slots__ = ("_dtype", "dtype", "name", "shape")

    shape: tuple[int | str | None, ...]
    dtype: str
    name: str | None

    def __init__(
        self,
        shape: Sequence[int | str | None],
        dtype: object = "float32",
        name: str | None = None,
    ) -> None:
        sizes: list[int | str | None] = []
        for size in shape:
            if size is None or isinstance(size, str):
                sizes.append(size)
            elif isinstance(size, int) and not isinstance(size, bool) and size >= -1:
                sizes.append(None if size == -1 else size)
            else:
                raise ValueError(f"a size is a number, a name or None, not {size!r}")
        self.shape = tuple(sizes)
        self._dtype = _dtype_number(dtype)
        self.dtype = next(n for n, number in _DTYPES.items() if number == self._dtype)
        self.name = name

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> InputSpec:
        """A tensor's dtype and rank, all sizes symbolic."""
        return cls([None] * len(tensor.shape), tensor.dtype, name)

    @classmethod
    def from_numpy(cls, array: Any, name: str | None = None) -> InputSpec:
        """An array's dtype and rank, all sizes symbolic."""
        return cls([None] * array.ndim, array.dtype, name)

    def batch(self, size: int | str | None = None) -> InputSpec:
        """The same with one more dimension in front, of this size."""
        return InputSpec([size, *self.shape], self.dtype, self.name)

    def unbatch(self) -> InputSpec:
        """The same without the dimension in front.

        Raises:
            ValueError: there is no dimension.
        """
        if not self.shape:
            raise ValueError("a tensor without dimensions has none in front")
        return InputSpec(self.shape[1:], self.dtype, self.name)

    def __repr__(self) -> str:
        named = f", name={self.name!r}" if self.name else ""
        return f"InputSpec(shape={list(self.shape)}, dtype={self.dtype!r}{named})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InputSpec):
            return NotImplemented
        return (self.shape, self._dtype, self.name) == (other.shape, other._dtype, other.name)

    def __hash__(self) -> int:
        return hash((self.shape, self._dtype, self.name))


@dataclass(frozen=True)
class Static:
    """Pins an argument: the program is compiled for this very value."""

    value: Any


def describe(
    values: tuple[Any, ...], positional: int, names: tuple[str, ...] | None
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call with tensors replaced by their InputSpec: one object stays one.
    Instances are replaced by what `recalled` takes.
    """
    done: dict[int, Any] = {}
    memory = Memory()
    described = [_without_tensors(value, done, memory) for value in values]
    return tuple(described[:positional]), dict(
        zip(names or (), described[positional:], strict=True)
    )


def specified(
    args: tuple[Any, ...], kwargs: dict[str, Any], spec: dict[str, Any], names: list[str]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """A described call with tensors as a specification has them: one object stays one.

    Args:
        spec: by the names of parameters.
        names: the parameters that positions fill.
    """
    done: dict[int, Any] = {}

    def merge(described: Any, wanted: Any) -> Any:
        if type(described) is InputSpec and type(wanted) is InputSpec:
            # A user's specification may stand for several arguments, which are several objects.
            return done.setdefault(id(described), copy.copy(wanted))
        if type(described) in (list, tuple) and type(wanted) is type(described):
            return type(described)(map(merge, described, wanted))
        if type(described) is dict and type(wanted) is dict:
            return {key: merge(value, wanted.get(key)) for key, value in described.items()}
        return described

    placed = [*names, *[""] * len(args)]
    return (
        tuple(merge(each, spec.get(name)) for each, name in zip(args, placed, strict=False)),
        {name: merge(each, spec.get(name)) for name, each in kwargs.items()},
    )


def _without_tensors(value: Any, done: dict[int, Any], memory: Memory) -> Any:
    if id(value) not in done:
        done[id(value)] = _described(value, done, memory)
    return done[id(value)]


def _described(value: Any, done: dict[int, Any], memory: Memory) -> Any:
    torch = sys.modules.get("torch")
    if torch is not None and type(value) in (torch.Tensor, torch.nn.Parameter):
        try:
            return InputSpec.from_tensor(value)
        except TypeError:
            return value
    if type(value) in (list, tuple):
        return type(value)([_without_tensors(v, done, memory) for v in value])
    if type(value) is dict:
        return {k: _without_tensors(v, done, memory) for k, v in value.items()}
    return memory.of(value)


def shares_objects(example: Any) -> bool:
    """Whether a described call passes a tensor, list or dict in two places."""
    seen: set[int] = set()

    def visit(value: Any) -> bool:
        if type(value) in (list, dict, InputSpec):
            if id(value) in seen:
                return True
            seen.add(id(value))
        parts = value.values() if type(value) is dict else value
        return type(value) in (list, tuple, dict) and any(map(visit, parts))

    return visit(list(example))


def same_description(a: Any, b: Any) -> bool:
    """Whether two described calls are of one kind, whichever objects they share."""
    if type(a) is not type(b):
        return False
    if type(a) in (list, tuple):
        return len(a) == len(b) and all(map(same_description, a, b))
    if type(a) is dict:
        return same_description(list(a), list(b)) and all(same_description(a[k], b[k]) for k in a)
    if type(a) in (int, float, str, bool, bytes, complex, InputSpec):
        return bool(a == b)
    return a is b


def parameter_names(target: Any) -> list[str]:
    """The parameters that a call of `target` fills by position; none: they are not known."""
    function = target if inspect.isroutine(target) else getattr(target, "forward", target)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # of a function in C
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each.name for each in parameters if each.kind in kinds]


def check_signature(spec: list[Any] | dict[str, Any], function: Callable[..., Any]) -> None:
    """Raises TypeError where a specification does not fit the parameters of what is compiled."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # of a function in C
        return
    if inspect.isfunction(function) and parameters and parameters[0].name == "self":
        del parameters[0]  # of a method, as it is decorated
    open_kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    if any(each.kind in open_kinds for each in parameters):
        return
    name = getattr(function, "__qualname__", "what is compiled")
    names = [each.name for each in parameters]
    if isinstance(spec, dict):
        for key in spec:
            if key not in names:
                raise TypeError(f"input_spec names '{key}', and {name} takes {_listed(names)}")
        given = set(spec)
    else:
        positional = [p.name for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        if len(spec) > len(positional):
            takes = f"{name} takes {len(positional)} ({_listed(positional)})"
            raise TypeError(f"input_spec has {len(spec)} entries, and {takes}")
        given = set(positional[: len(spec)])
    for each in parameters:
        if each.default is inspect.Parameter.empty and each.name not in given:
            raise TypeError(f"input_spec says nothing of '{each.name}', which {name} needs")


def _listed(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names) or "nothing"
