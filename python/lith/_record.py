"""Results whose class cannot be imported."""

from __future__ import annotations

from typing import Any


class Record:
    """An instance of a class that this process cannot import: its attributes, without methods."""

    _class_name: str = "Record"

    def __repr__(self) -> str:
        fields = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if k != "_class_name")
        return f"{self._class_name}({fields})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return vars(self) == vars(other)

    def __getitem__(self, name: str) -> Any:
        return vars(self)[name]

    __hash__ = None  # type: ignore[assignment]
