"""Functions that call code of TorchScript as torch does: arguments become those of its schema."""

from __future__ import annotations

from typing import Any

import torch


def as_float(value: Any) -> float:
    """A number for a parameter that is a float."""
    if not isinstance(value, (int, float)):
        raise RuntimeError("Expected a value of type 'float'")
    return float(value)


def as_int(value: Any) -> int:
    """An int, and no bool."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuntimeError("Expected a value of type 'int'")
    return value


def as_bool(value: Any) -> bool:
    """A bool."""
    if not isinstance(value, bool):
        raise RuntimeError("Expected a value of type 'bool'")
    return value


def as_str(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RuntimeError("Expected a value of type 'str'")
    return value


def as_tensor(value: Any) -> Any:
    """A tensor."""
    if not isinstance(value, torch.Tensor):
        raise RuntimeError("Expected a value of type 'Tensor'")
    return value


def raise_error(message: str, kind: str | None = None) -> None:
    """`raise` in code of TorchScript, whose callers see an error of torch.jit whatever it names."""
    raise torch.jit.Error(message)


_SIMPLE = {"FloatType": as_float, "IntType": as_int, "BoolType": as_bool, "StringType": as_str,
           "TensorType": as_tensor}  # fmt: skip
_UNCHANGED = ("AnyType", "NoneType", "NumberType", "DeviceObjType", "ComplexType", "UnionType")
CONVERSIONS: dict[str, Any] = {each.__name__: each for each in _SIMPLE.values()}


class NoTwin(Exception):
    """It holds or takes what a twin cannot."""


def adapter(name: str, schema: Any, scope: dict[str, Any], *, is_method: bool) -> list[str]:
    """The lines of a function or method that calls the one of `Base`.

    What is no text of it goes to `scope`.
    """
    indent = "  " if is_method else ""
    declared = [each.name for each in schema.arguments[:is_method]]
    passed = [*declared] if is_method else ["None"]
    for argument in schema.arguments[is_method:]:
        default = f"{name}_{argument.name}"
        if argument.has_default_value():
            scope[default] = argument.default_value
        declared += ["*"] if argument.kwarg_only and "*" not in declared else []
        declared.append(
            f"{argument.name}={default}" if argument.has_default_value() else argument.name
        )
        passed.append(_converted(argument.type, argument.name, 0))
    return [
        f"{indent}def {name}({', '.join(declared)}):",
        f"{indent}  return Base.{name if is_method else 'forward'}({', '.join(passed)})",
    ]


def _converted(kind: Any, text: str, depth: int) -> str:
    """An expression: the value of `text`, a name, as one of this type."""
    each, value = f"e{depth}", f"v{depth}"
    name = kind.kind()
    if name in _SIMPLE:
        return f"{_SIMPLE[name].__name__}({text})"
    if name in _UNCHANGED:
        return text
    if name == "OptionalType":
        inner = _converted(kind.getElementType(), text, depth)
        return text if inner == text else f"(None if {text} is None else {inner})"
    if name == "ListType":
        inner = _converted(kind.getElementType(), each, depth + 1)
        return f"[{inner} for {each} in {text}]"
    if name == "DictType":
        inner = _converted(kind.getValueType(), value, depth + 1)
        return f"{{{each}: {inner} for {each}, {value} in {text}.items()}}"
    if name == "TupleType":
        parts = kind.elements()
        names = ", ".join(f"{each}_{i}" for i in range(len(parts)))
        made = [_converted(part, f"{each}_{i}", depth + 1) for i, part in enumerate(parts)]
        return f"[({', '.join(made)},) for {names}, in [{text}]][0]" if parts else text
    raise NoTwin
