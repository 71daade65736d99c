"""Results whose class cannot be imported."""

from __future__ import annotations

import importlib
from typing import Any


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


def class_named(qualified: str, name: str) -> type:
    """The class ``module.qualname``, or a kind of Record where it cannot be imported."""
    parts = qualified.split(".")
    for split in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:split]))
            for part in parts[split:]:
                found = getattr(found, part)
        except (ImportError, AttributeError):
            continue
        if isinstance(found, type):
            return found
    return type(name.rpartition(".")[2], (Record,), {})
