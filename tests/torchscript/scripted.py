"""The prelude's operators of TorchScript as functions of Python, and PyTorch's own to compare with."""

from __future__ import annotations

import cmath
import importlib
import math
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

FOLDER = Path(__file__).parents[2] / "prelude/script"


class Primitives:
    """What the prelude calls `prim`, as far as these files use it."""

    @staticmethod
    def is_tensor(x: Any) -> bool:
        return isinstance(x, torch.Tensor)

    @staticmethod
    def refuse(name: str, what: str) -> None:
        raise NotImplementedError(f"{name}: {what}")

    @staticmethod
    def host(name: str) -> Any:
        module, _, attribute = name.rpartition(".")
        return getattr(importlib.import_module(module), attribute)


def load() -> dict[str, Callable[..., Any]]:
    """The function of each spelling."""
    found: dict[str, Callable[..., Any]] = {}

    def operator(*spellings: str) -> Callable[[Any], Any]:
        def record(function: Any) -> Any:
            for spelling in spellings:
                assert spelling not in found, spelling
                found[spelling] = function
            return function

        return record

    names = {"operator": operator, "prim": Primitives, "torch": torch, "math": math}
    # Of other files of the prelude:
    names["aten_slice"] = torch.ops.aten.slice
    names["_broadcast_shape"] = torch.broadcast_shapes
    for path in sorted(FOLDER.glob("*.py")):
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    return found


SCRIPT = load()


def overload(name: str, suffix: str) -> Callable[..., Any]:
    """PyTorch's own operator."""
    return torch._C._get_operation_overload(name, suffix)[0]


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether a call returns, and what."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return True, function(*arguments)
    except Exception as error:
        return False, error


def same(made: Any, wanted: Any) -> bool:
    """Of one type and value; nan is nan, and the last digits of functions of complex numbers differ."""
    if type(made) is not type(wanted):
        return False
    if isinstance(wanted, torch.Tensor):
        return (
            made.dtype == wanted.dtype
            and made.shape == wanted.shape
            and torch.allclose(made, wanted, equal_nan=True)
        )
    if isinstance(wanted, complex) and cmath.isfinite(wanted):
        return abs(made - wanted) <= 1e-14 * abs(wanted)
    if isinstance(wanted, complex):
        return close(made.real, wanted.real) and close(made.imag, wanted.imag)
    if isinstance(wanted, float):
        return close(made, wanted)
    if isinstance(wanted, (list, tuple)):
        return len(made) == len(wanted) and all(map(same, made, wanted))
    if isinstance(wanted, dict):
        return same(list(made.items()), list(wanted.items()))
    return made == wanted


def close(made: float, wanted: float) -> bool:
    if math.isnan(made) or math.isnan(wanted):
        return math.isnan(made) and math.isnan(wanted)
    return math.isclose(made, wanted, rel_tol=1e-14, abs_tol=1e-300)
