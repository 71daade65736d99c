"""Source that was typed and is in no file: ``python -c``, and the prompt of the interpreter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType

_LINES = 1000  # of the history, the last ones


def of_command(name: str) -> str:
    """The text of ``python -c``, which is "<string>"; "" for another name."""
    given = sys.orig_argv
    return given[given.index("-c") + 1] if name == "<string>" and "-c" in given[:-1] else ""


def at_prompt(code: CodeType) -> Iterator[str]:
    """Statements of the prompt's history that may define the code, the last one first.

    Each is a text of its own, since the interpreter counts the lines of each from 1.
    """
    readline = sys.modules.get("readline")
    if readline is None or code.co_filename != "<stdin>":
        return
    count = readline.get_current_history_length()
    lines = [readline.get_history_item(i) or "" for i in range(max(1, count - _LINES), count + 1)]
    wanted = "lambda" if code.co_name == "<lambda>" else f"def {code.co_name}("
    for at in reversed(range(len(lines))):
        if wanted in lines[at]:
            start = at
            while start and (lines[at][:1].isspace() or lines[start - 1].startswith("@")):
                start -= 1
                if not lines[start][:1].isspace() and not lines[start].startswith("@"):
                    break
            end = at + 1
            while end < len(lines) and lines[end][:1].isspace():
                end += 1
            yield "\n".join(lines[start:end]) + "\n"
