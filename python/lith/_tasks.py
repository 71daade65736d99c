"""fork and wait: tasks that run where they are started, as torch.jit's do outside of its scripts.

They are plain Python, which is compiled with the program that uses it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Future(Generic[T]):
    """What a task gives: it is there already.

    Args:
        result: what the function of the task returned.
    """

    def __init__(self, result: T) -> None:
        self._result = result

    def wait(self) -> T:
        """What the function returned."""
        return self._result

    def value(self) -> T:
        """What the function returned."""
        return self._result

    def done(self) -> bool:
        """True."""
        return True

    def then(self, callback: Callable[[Future[T]], R]) -> Future[R]:
        """The task of calling `callback` with this one."""
        return Future(callback(self))


def fork(func: Callable[..., T], *args: Any, **kwargs: Any) -> Future[T]:
    """Calls `func`, now; what it raises is raised here."""
    return Future(func(*args, **kwargs))


def wait(future: Future[T]) -> T:
    """What the function of the task returned."""
    return future.wait()
