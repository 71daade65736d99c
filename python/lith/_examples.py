"""Calls that a file holds with their results: made when it is saved, and again to verify it."""

from __future__ import annotations

import contextlib
import copy
import inspect
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _lith
from ._errors import CompileError
from ._spec import InputSpec


@dataclass(frozen=True)
class Example:
    """A call that `save` makes and keeps with its result.

    Args:
        args: the arguments in order.
        kwargs: the arguments by name.
        method: what is called.
    """

    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    method: str = "forward"

    @property
    def key(self) -> str:
        """Its method as files name it."""
        return "" if self.method == "forward" else self.method


def examples_of(given: Iterable[Any]) -> list[Example]:
    """What was given to `save`: an Example, a tuple of arguments, or (arguments, keywords)."""
    return [_example_of(each) for each in given]


def _example_of(given: Any) -> Example:
    if isinstance(given, Example):
        return Example(tuple(map(_plain, given.args)), _plain(dict(given.kwargs)), given.method)
    if not isinstance(given, tuple):
        raise TypeError(f"an example is a tuple of arguments or lith.Example, not {given!r}")
    if len(given) == 2 and isinstance(given[0], tuple) and type(given[1]) is dict:
        return Example(tuple(map(_plain, given[0])), _plain(given[1]))
    return Example(tuple(map(_plain, given)))


def _plain(value: Any) -> Any:
    """Without the place of its tensors in a graph."""
    if type(value) in (list, tuple):
        return type(value)(map(_plain, value))
    if type(value) is dict:
        return {key: _plain(each) for key, each in value.items()}
    if type(value).__name__ == "Size":
        return tuple(value)
    return value.detach() if getattr(value, "requires_grad", False) is True else value


def described(value: Any) -> Any:
    """What a call of this kind passes, for the compiler: specifications in place of tensors."""
    if type(value) in (list, tuple):
        return type(value)(map(described, value))
    if type(value) is dict:
        return {key: described(each) for key, each in value.items()}
    torch = sys.modules.get("torch")
    is_tensor = torch is not None and isinstance(value, torch.Tensor)
    return InputSpec.from_tensor(value) if is_tensor else value


def check_eager(file: str, examples: list[Example], targets: Mapping[str, Any]) -> None:
    """Compares the results that a file holds with eager's, of copies of what was compiled.

    Raises:
        CompileError: where one differs, with the first difference.
    """
    model = _lith.load(file)
    copies: dict[int, Any] = {}
    for i, example in enumerate(examples):
        call = _eager(targets[example.key], copies)
        with _without_gradients():
            result = call(*copy.deepcopy(example.args), **copy.deepcopy(dict(example.kwargs)))
        agrees, absolute, relative, _, message = _lith.compare_example(model, i, _plain(result))
        if not agrees:
            raise CompileError(
                f"example {i} ({example.method}): eager gives another result, which is not saved: "
                f"{message}; largest difference {absolute:.3g}, relative {relative:.3g}"
            )


def _eager(target: Any, copies: dict[int, Any]) -> Any:
    """What is called instead of a program: of objects a copy, one of each for all examples."""
    if inspect.ismethod(target):
        return types.MethodType(target.__func__, copy.deepcopy(target.__self__, copies))
    return target if inspect.isroutine(target) else copy.deepcopy(target, copies)


@contextlib.contextmanager
def _without_gradients() -> Iterator[None]:
    torch = sys.modules.get("torch")
    with torch.no_grad() if torch is not None else contextlib.nullcontext():
        yield
