"""What Lith refuses of PyTorch's samples: tests/ops/refused.toml, strict in both directions.

For each operator or module the file has either one text, when all samples are refused for this
reason, or a table of the refused calls. A refusal that is not in the file fails, and so does an
entry that works: delete its line. The whole file is rewritten by

    LITH_GOLDEN=rewrite pytest tests/ops/test_samples.py tests/ops/test_errors.py tests/ops/test_modules.py

Read the diff: a new entry is an operator lost.
"""

from __future__ import annotations

import functools
import json
import os
import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "refused.toml"
Reasons = str | dict[str, str]


@functools.cache
def known(section: str) -> dict[str, Reasons]:
    return tomllib.loads(FILE.read_text(encoding="utf-8")).get(section, {})


def reason(error: Exception) -> str:
    """Message and code of a refusal, without its place and the lines shown with it."""
    return str(error).splitlines()[0].partition(" error: ")[2]


def summed(refused: dict[str, str], ran: int) -> Reasons | None:
    """What the file has for these refused calls, beside `ran` calls that were compiled."""
    if not refused:
        return None
    reasons = sorted(set(refused.values()))
    return reasons[0] if not ran and len(reasons) == 1 else dict(sorted(refused.items()))


def check(section: str, name: str, refused: dict[str, str], ran: int) -> None:
    """Compares what was refused with the file, or rewrites its entry."""
    found = summed(refused, ran)
    if os.environ.get("LITH_GOLDEN") == "rewrite":
        rewrite(section, name, found)
        return
    listed = known(section).get(name)
    assert found == listed, (
        f"{section}.{name}: refused {found}, tests/ops/refused.toml has {listed}"
    )


def rewrite(section: str, name: str, found: Reasons | None) -> None:
    content = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    entries = content.setdefault(section, {})
    entries.pop(name, None)
    if found is not None:
        entries[name] = found
    FILE.write_text(text_of(content), encoding="utf-8")


def text_of(content: dict[str, dict[str, Reasons]]) -> str:
    """The file's text: sections, names and calls in order."""
    lines = ["# What is refused of PyTorch's samples, with the reason: see refusals.py."]
    for section, entries in sorted(content.items()):
        lines += ["", f"[{section}]"]
        whole = sorted((n, r) for n, r in entries.items() if isinstance(r, str))
        lines += [f"{json.dumps(name)} = {json.dumps(text)}" for name, text in whole]
        for name, calls in sorted(entries.items()):
            if isinstance(calls, dict):
                lines += ["", f"[{section}.{json.dumps(name)}]"]
                lines += [f"{json.dumps(c)} = {json.dumps(calls[c])}" for c in sorted(calls)]
    return "\n".join(lines) + "\n"
