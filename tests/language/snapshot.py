"""A comparable picture of Python values: contents, types, dtypes, identity, shared storage.

`picture(roots)` walks named values in order and gives one entry per place. An object met a second
time is the entry of its first place, so that identity relations between arguments, results and
state are part of the picture. `differences` compares two pictures: numbers that went through
tensor arithmetic to within rounding, everything else exactly.
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
import math
import re
import sys
import types
from typing import Any

import numpy as np
import torch

ATOMS = (bool, int, float, complex, str, bytes, type(None), type(...), type(NotImplemented))
# Which object an equal one of these is means nothing.
VALUES = (
    decimal.Decimal,
    fractions.Fraction,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
)


# Which of several equal ones an immutable object is, is a limit (docs/limits.md): generated tests
# leave it out.
UNIDENTIFIED = (tuple, frozenset, slice, torch.Size)

ADDRESS = re.compile(r"0x[0-9a-f]+")


def own_text(value: Any) -> str | None:
    """What an object of the standard library says of itself: its contents may have no attributes."""
    package = type(value).__module__.partition(".")[0]
    return ADDRESS.sub("0x", repr(value)) if package in sys.stdlib_module_names else None


@dataclasses.dataclass
class Entry:
    path: str
    kind: str
    value: Any = None


class Walker:
    """Collects entries; remembers objects and storages by first meeting.

    Without `identity` an object met again is walked again (the values must be free of cycles); so is
    one of a type in `unidentified`.
    """

    def __init__(self, identity: bool = True, unidentified: tuple[type, ...] = ()) -> None:
        self.entries: list[Entry] = []
        self.identity = identity
        self.unidentified = unidentified
        self.seen: dict[int, str] = {}
        self.storages: dict[int, str] = {}
        self.keep: list[Any] = []  # ids stay unique while the walk lasts

    def add(self, path: str, kind: str, value: Any = None) -> None:
        self.entries.append(Entry(path, kind, value))

    def walk(self, path: str, value: Any) -> None:
        if isinstance(value, ATOMS) and type(value) in ATOMS or isinstance(value, enum.Enum):
            self.add(path, type(value).__name__, value)
            return
        if isinstance(
            value, (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
        ):
            name = getattr(value, "__qualname__", value.__name__)
            self.add(path, type(value).__name__, name)
            return
        if isinstance(value, (torch.dtype, torch.device, range, slice)):
            self.add(path, type(value).__name__, str(value))
            return
        if isinstance(value, np.generic):
            self.add(path, type(value).__name__, value.item())
            return
        if type(value) in VALUES or isinstance(value, np.dtype):
            self.add(path, type(value).__name__, repr(value))
            return
        known = self.identity and id(value) in self.seen
        if known and not isinstance(value, self.unidentified):
            self.add(path, "same object as", self.seen[id(value)])
            return
        self.seen[id(value)] = path
        self.keep.append(value)
        self.structure(path, value)

    def structure(self, path: str, value: Any) -> None:
        kind = type(value).__qualname__
        if isinstance(value, torch.Tensor):
            self.tensor(path, kind, value)
        elif isinstance(value, np.ndarray):
            ordered = all(stride > 0 for stride in value.strides)
            self.tensor(path, kind, torch.from_numpy(value if ordered else value.copy()))
        elif isinstance(value, dict):
            self.add(path, kind, len(value))
            for i, (k, v) in enumerate(value.items()):
                if path.endswith("_hooks"):  # a number that PyTorch counts up for each hook
                    self.walk(f"{path}[{i}]", v)
                    continue
                self.walk(f"{path}.key{i}", k)
                self.walk(f"{path}[{k!r}]" if isinstance(k, ATOMS) else f"{path}[key{i}]", v)
        elif isinstance(value, (list, tuple)):
            self.add(path, kind, len(value))
            for i, v in enumerate(value):
                self.walk(f"{path}[{i}]", v)
        elif isinstance(value, (set, frozenset)):
            self.add(path, kind, sorted(map(repr, value)))
        elif isinstance(value, types.MethodType):
            self.add(path, "method", value.__func__.__qualname__)
            self.walk(f"{path}.__self__", value.__self__)
        elif isinstance(value, BaseException):
            self.add(path, kind, str(value))
        else:
            self.add(path, kind, own_text(value))
        for name, v in sorted(getattr(value, "__dict__", {}).items()):
            if not name.startswith("__"):
                self.walk(f"{path}.{name}", v)
        for name in getattr(type(value), "__slots__", ()):
            if isinstance(name, str) and hasattr(value, name) and not name.startswith("__"):
                self.walk(f"{path}.{name}", getattr(value, name))

    def tensor(self, path: str, kind: str, t: torch.Tensor) -> None:
        self.add(path, kind, t.detach().clone())
        if self.identity and t.numel():
            place = t.untyped_storage().data_ptr()
            first = self.storages.setdefault(place, path)
            self.add(path, "storage", (first, t.storage_offset() if first != path else None))


def picture(
    roots: dict[str, Any], identity: bool = True, unidentified: tuple[type, ...] = ()
) -> list[Entry]:
    walker = Walker(identity, unidentified)
    for name, value in roots.items():
        walker.walk(name, value)
    return walker.entries


def close(a: float, b: float, tolerance: float) -> bool:
    if a == b:
        return math.copysign(1, a) == math.copysign(1, b) if tolerance == 0 else True
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return math.isfinite(a) and math.isfinite(b) and abs(a - b) <= tolerance * max(abs(a), abs(b))


def same_tensor(
    a: torch.Tensor, b: torch.Tensor, tolerance: float, scale: float = 0.0
) -> str | None:
    if a.dtype != b.dtype:
        return f"dtype {b.dtype}, eager {a.dtype}"
    if a.shape != b.shape:
        return f"shape {tuple(b.shape)}, eager {tuple(a.shape)}"
    if a.is_floating_point() or a.is_complex():
        largest = float(a[a.isfinite()].abs().max()) if a.isfinite().any() else 1.0
        scale = max(scale, largest)
        if torch.allclose(a, b, rtol=tolerance, atol=tolerance * scale, equal_nan=True):
            return None
    elif torch.equal(a, b):
        return None
    return f"values {b.tolist()}, eager {a.tolist()}"


def same_value(a: Any, b: Any, tolerance: float, scale: float = 0.0) -> str | None:
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return same_tensor(a, b, tolerance, scale)
    if isinstance(a, float) and isinstance(b, float):
        return None if close(a, b, tolerance) else f"{b!r}, eager {a!r}"
    if isinstance(a, complex) and isinstance(b, complex):
        same = close(a.real, b.real, tolerance) and close(a.imag, b.imag, tolerance)
        return None if same else f"{b!r}, eager {a!r}"
    return None if a == b else f"{b!r}, eager {a!r}"


def differences(
    eager: list[Entry], other: list[Entry], tolerance: float = 2e-6, scale: float = 0.0
) -> list[str]:
    """What `other` has differently from `eager`, one line each; empty when nothing.

    Elements of tensors may differ by `tolerance` times the largest of a tensor, or times `scale`,
    the size of what they were computed from, where that is more.
    """
    found = []
    for a, b in zip(eager, other):
        if a.path != b.path:
            found.append(f"{b.path}: eager has {a.path} here")
            break
        if a.kind != b.kind:
            found.append(f"{a.path}: {b.kind} ({b.value!r}), eager {a.kind} ({a.value!r})")
            break
        if said := same_value(a.value, b.value, tolerance, scale):
            found.append(f"{a.path}: {a.kind} {said}")
    if len(eager) != len(other) and not found:
        found.append(f"{len(other)} places, eager {len(eager)}")
    return found
