"""What torch.jit has for annotations and marks, under Lith's name; torch's own count as well.

Eager Python is the judge of every call: a function that is marked `ignore` or `unused` is compiled
as any other where a program calls it, and refused at its line where it cannot be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar, overload

__all__ = ["Attribute", "Final", "annotate", "ignore", "interface", "unused"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


class Attribute(NamedTuple):
    """An attribute of a `ScriptModule` with its type: ``self.x = Attribute({}, dict[str, int])``.

    The module has `value` under the name; `type` is not looked at, since values have types.
    """

    value: Any
    type: Any = None


def annotate(the_type: Any, the_value: T) -> T:
    """`the_value`; its type is found by itself."""
    return the_value


@overload
def ignore(drop: F) -> F: ...
@overload
def ignore(drop: bool = False) -> Callable[[F], F]: ...
def ignore(drop: Any = False) -> Any:
    """A decorator that leaves a function as it is, with and without ``drop=True``."""
    return drop if callable(drop) else _same


def unused(fn: F) -> F:
    """A decorator that leaves a function or property as it is."""
    return fn


def interface(cls: C) -> C:
    """A decorator that leaves a class as it is: what has its methods can stand in its place."""
    return cls


def _same(fn: F) -> F:
    return fn
