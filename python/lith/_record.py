"""Results whose class cannot be imported."""

from __future__ import annotations

import collections
import enum
import functools
import importlib
import operator
import re
import sys
from ast import literal_eval
from typing import Any

SCRIPTED = "__torch__."  # classes of TorchScript: files of others name them, nothing imports them


class Named:
    """Stands for an argument whose class this process lacks: a member of an enum, a dtype, a class.

    Args:
        name: its name, or the end of it behind a dot or colon: ``Named("SUM")``.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Named({self.name!r})"


class Record:
    """An instance of a class that this process cannot import: its attributes, without methods."""

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({fields})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return type(self).__name__ == type(other).__name__ and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def object_named(shown: str, kind: str, name: str) -> Any:
    """The object that a saved program names by its repr and type: a dtype, a device, a class.

    Without torch a dtype is NumPy's, where NumPy has it. `name` is how a class or a member of an
    enum is imported; empty of others, and of all in files of format 4.
    """
    if ":" in name:
        owner, _, member = name.partition(":")
        return _member_named(owner, member, shown)
    if name:
        return class_named(name, name)
    if kind == "torch.dtype":
        name = shown.removeprefix("torch.")
        if "torch" in sys.modules:
            return getattr(sys.modules["torch"], name, shown)
        return getattr(importlib.import_module("numpy"), "bool_" if name == "bool" else name, shown)
    if kind in ("torch.device", "torch.layout", "torch.memory_format") and "torch" in sys.modules:
        torch = sys.modules["torch"]
        found = re.fullmatch(r"device\(type='(\w+)'(?:, index=(\d+))?\)", shown)
        if found:
            return torch.device(found[1] + (f":{found[2]}" if found[2] else ""))
        return getattr(torch, shown.removeprefix("torch."), shown)
    if shown in ("Ellipsis", "NotImplemented"):
        return Ellipsis if shown == "Ellipsis" else NotImplemented
    found = re.fullmatch(r"<class '([\w.]+)'>", shown)
    if found:
        return class_named(found[1] if "." in found[1] else "builtins." + found[1], found[1])
    return shown


@functools.cache
def _stand_in(qualified: str, name: str, elements: tuple[str, ...]) -> type:
    if elements:
        return collections.namedtuple(name, elements)  # type: ignore[misc]
    return type(name, (Record,), {})


@functools.cache
def _scripted_enum(qualified: str, shown: str) -> Any:
    """Stands for a member of an enum of TorchScript, by its repr: "<Colour.RED: 1>"."""
    name, value = shown.strip("<>").split(": ", 1)
    made: Any = enum.Enum(  # type: ignore[misc]
        qualified.rpartition(".")[2], {name.rpartition(".")[2]: literal_eval(value)}
    )
    return next(iter(made))


def _member_named(qualified: str, names: str, shown: str) -> Any:
    """A member of an enum; flags have the names of several, or a value instead."""
    if qualified.startswith(SCRIPTED):
        return _scripted_enum(qualified, shown)
    found: Any = class_named(qualified, qualified)
    try:
        members = [found(int(n)) if n.lstrip("-").isdigit() else found[n] for n in names.split("|")]
    except (TypeError, KeyError, ValueError):
        raise ImportError(
            f"the result {names} is of {qualified}, which this process cannot import"
        ) from None
    return functools.reduce(operator.or_, members)


def class_named(qualified: str, name: str, elements: list[str] | None = None) -> type:
    """The class ``module.qualname``, or what stands for one that cannot be imported: a named tuple
    of the elements, else a kind of Record.
    """
    parts = qualified.split(".")
    if parts[0] == "torch" and "torch" not in sys.modules:
        return tuple if qualified == "torch.Size" else type(name, (Record,), {})
    splits = range(0) if qualified.startswith(SCRIPTED) else range(len(parts) - 1, 0, -1)
    for split in splits:
        try:
            found: Any = importlib.import_module(".".join(parts[:split]))
            for part in parts[split:]:
                found = getattr(found, part)
        except (ImportError, AttributeError):
            continue
        if isinstance(found, type):
            return found
    return _stand_in(qualified, name.rpartition(".")[2], tuple(elements or ()))
