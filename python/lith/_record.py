"""Results whose class cannot be imported."""

from __future__ import annotations

import collections
import functools
import importlib
import operator
import re
import sys
from typing import Any


MANGLED = ("__torch__", "___torch_mangle_")


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
        return _member_named(*name.split(":"))
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


def _member_named(qualified: str, names: str) -> Any:
    """A member of an enum; flags have the names of several, or a value instead."""
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
    of the elements, else a kind of Record. Classes of TorchScript have the name of what they were
    made of, behind ``__torch__``.
    """
    parts = [part for part in qualified.split(".") if not part.startswith(MANGLED)]
    if parts[0] == "torch" and "torch" not in sys.modules:
        return tuple if qualified == "torch.Size" else type(name, (Record,), {})
    for split in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:split]))
            for part in parts[split:]:
                found = getattr(found, part)
        except (ImportError, AttributeError):
            continue
        if isinstance(found, type):
            return found
    own = name.rpartition(".")[2]
    return collections.namedtuple(own, elements) if elements else type(own, (Record,), {})  # type: ignore[misc]
