"""A limit: a program with what Lith does to it, and the sentence that docs/limits.md says about it.

An entry is a function of an area file. Its docstring is the sentence; the decorator says what Lith
does, and is strict. `@limit` takes the arguments of the function, which is the program itself.
`@script` is for what takes several steps: the function gets a door and compiles with it.

    @limit(raises(OverflowError), lambda: (2**62,))
    def multiply_ints(n):
        \"\"\"An int past 64 bits raises OverflowError; Python goes on with a long int.\"\"\"
        return n * 4

When Lith does what eager does, the entry's test fails: delete the function and run `./dev golden`.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any


@dataclasses.dataclass(frozen=True)
class Kind:
    """What Lith does with a program; `detail` is the code, the exception or Lith's result."""

    word: str
    detail: Any = None


ANY = object()  # some result that is not eager's


def refused(code: str) -> Kind:
    """A CompileError of this code at the line marked `# here`. A program without that mark is refused
    somewhere else than in its own text, which is a fault of its own."""
    return Kind("refused", code)


def raises(error: type[BaseException]) -> Kind:
    """An exception of this type, where eager raises none, or one of another type or other words."""
    return Kind("raises", error.__name__)


def differs(lith: Any = ANY) -> Kind:
    """This result without any complaint, where eager has another or raises."""
    return Kind("differs", lith)


CRASHES = Kind("crashes")
HANGS = Kind("hangs")


@dataclasses.dataclass(frozen=True)
class Entry:
    fn: Callable[..., Any]
    kind: Kind
    arguments: Callable[[], tuple] | None  # None: a script, which gets a door

    @property
    def area(self) -> str:
        return self.fn.__module__.rpartition(".")[2]

    @property
    def sentence(self) -> str:
        return " ".join((self.fn.__doc__ or "").split())

    def line(self) -> int | None:
        """The line that a refusal names."""
        lines, first = inspect.getsourcelines(self.fn)
        return next((first + i for i, text in enumerate(lines) if "# here" in text), None)


@dataclasses.dataclass(frozen=True)
class Prose:
    """A limit that no program shows, and why."""

    area: str
    sentence: str
    why: str


ENTRIES: list[Entry] = []
PROSE: list[Prose] = []


def limit(kind: Kind, arguments: Callable[[], tuple] = tuple):
    """Marks a program; `arguments` gives fresh ones for each run."""

    def mark(fn):
        ENTRIES.append(Entry(fn, kind, arguments))
        return fn

    return mark


def script(kind: Kind):
    """Marks a function that is given a `Door`, compiles with it and returns what is compared."""

    def mark(fn):
        ENTRIES.append(Entry(fn, kind, None))
        return fn

    return mark


def tried(fn: Callable[..., Any], *arguments: Any) -> Any:
    """What a call in a script gives, or the name of what it raises: several calls are one entry,
    which stays until all of them are right."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return type(error).__name__


def prose(area: str, sentence: str, why: str) -> None:
    """A limit without a program; `area` is the `__name__` of the file."""
    PROSE.append(Prose(area.rpartition(".")[2], sentence, why))
