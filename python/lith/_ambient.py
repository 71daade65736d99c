"""What calls inherit from around them: modes of PyTorch, set as they were in another call."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any


@contextlib.contextmanager
def _default_dtype(torch: Any, dtype: Any) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def autocast() -> Any:
    """The dtype of the region for the CPU around the caller; False: there is none."""
    torch = sys.modules["torch"]
    return torch.is_autocast_enabled("cpu") and torch.get_autocast_dtype("cpu")


def mode_around() -> str:
    """A mode of PyTorch around the caller that sees operators, in words; empty where there is none.

    A default device is a mode: it sees all functions, and gives them to methods of Tensor by name.
    Programs make tensors of the CPU.
    """
    import torch  # heavy
    from torch.utils import _device, _python_dispatch  # which torch imports when it needs them

    functions = torch.overrides._get_current_function_mode_stack()
    dispatch = _python_dispatch._get_current_dispatch_mode_stack()
    for mode in (*functions, *dispatch):
        if type(mode) is not _device.DeviceContext:
            return f"`{type(mode).__qualname__}`"
        if mode.device.type != "cpu":
            return f"a default device of `{mode.device}`"
    if functions and (name := _replaced_method(torch)):
        return f"a default device while `torch.Tensor.{name}` is another function"
    return ""


def _replaced_method(torch: Any) -> str:
    """A method that somebody has put into torch.Tensor in the place of one in C."""
    of_tensors, in_c = vars(torch.Tensor), vars(torch._C.TensorBase)
    for name in of_tensors.keys() & in_c.keys():
        if not (getattr(of_tensors[name], "__module__", None) or "torch").startswith("torch"):
            return name
    return ""


def decimal_context() -> str:
    """What decides of a result of decimals around the caller."""
    c = sys.modules["decimal"].getcontext()
    traps = [trap.__name__ for trap, is_on in c.traps.items() if is_on]
    return repr((c.prec, c.rounding, c.Emin, c.Emax, c.capitals, c.clamp, traps))


def numpy_legacy() -> str:
    """The version of NumPy whose texts its numbers have around the caller."""
    return str(sys.modules["numpy"].get_printoptions()["legacy"])


def numpy_errors() -> str:
    """What becomes of errors of NumPy's floats around a call: "ignore", "warn", or what else."""
    kinds = sys.modules["numpy"].geterr()
    kept = {kinds[name] for name in ("divide", "over", "invalid")}
    usual = kinds["under"] == "ignore" and len(kept) == 1 and kept <= {"ignore", "warn"}
    return kept.pop() if usual else repr(kinds)


def _autocast(torch: Any, dtype: Any) -> AbstractContextManager[Any]:
    return torch.autocast("cpu", dtype=dtype or None, enabled=bool(dtype))


# By the name of a guard. Inference mode sets the grad mode too, so it comes first.
_SETTERS: dict[str, Callable[[Any, Any], AbstractContextManager[Any]]] = {
    "inference_mode": lambda torch, on: torch.inference_mode(on),
    "grad_mode": lambda torch, on: torch.set_grad_enabled(on),
    "autocast": _autocast,
    "default_dtype": _default_dtype,
}


class Ambient:
    """Sets what calls inherit, by the names and values of guards, and sets it back; also again."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        self._stack = ExitStack()

    def __enter__(self) -> None:
        torch = sys.modules.get("torch")
        if torch is None:  # all is at rest
            return
        for name, setter in _SETTERS.items():
            if name in self._values:
                self._stack.enter_context(setter(torch, self._values[name]))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()
