"""The verdict on a case file with one function, `program`: do all doors agree with eager?"""

from __future__ import annotations

import re
import sys
import traceback
from pathlib import Path
from typing import Any

import torch

from fuzz import sessions
from fuzz.worlds import session as worlds
from language import harness
from language.isolated import HANG, in_child, verdict

torch.set_num_threads(1)


def judge(path: Path, doors: tuple[str, ...]) -> str:
    """Empty when all doors that apply agree; else the first verdict that is not."""
    module = harness.load_module(path)
    if hasattr(module, "STEPS"):
        return worlds.judge(path)
    if hasattr(module, "CALLS"):
        return verdict_on_gradients(module)
    this = next(case for case in module.CASES if case.name == "program")
    for door in doors:
        if not harness.applies(this, door):
            continue
        if said := verdict(lambda d=door: harness.DOORS[d](path, "program"), door):
            return said
    return ""


def verdict_on_gradients(module: Any) -> str:
    try:
        return sessions.judge(module)
    except Exception as e:  # noqa: BLE001 - any failure of the compiler is a finding
        return f"failed (gradients): {type(e).__name__}: {e}\n{traceback.format_exc(limit=-3)}"


def run(path: Path, doors: tuple[str, ...] = ("static", "reversed"), seconds: float = HANG) -> str:
    """`judge` in a child process; programs that do not end, or crash, in Python say nothing."""
    said = in_child(lambda: judge(path, doors), seconds)
    fate = said.partition(":")[0]
    if fate in ("hung", "crashed") and in_child(lambda: eager(path), seconds).startswith(fate):
        return ""
    return said


def eager(path: Path) -> str:
    module = harness.load_module(path)
    if hasattr(module, "STEPS"):
        worlds.session(path, lambda program: program)
    elif hasattr(module, "CALLS"):
        for call in module.CALLS:
            sessions.session(module.program, sessions.arguments(*call))
    else:
        harness.session(path, "program", None)
    return ""


def headline(said: str) -> str:
    """What kind of finding it is, without names and numbers: used to group and to minimise."""
    lines = [line for line in said.strip().splitlines() if line.strip()]
    if not lines:
        return ""
    if lines[0].startswith("differs"):
        what = lines[1] if len(lines) > 1 else lines[0]
        return lines[0].split(":")[0] + ": " + kind_of_difference(what)
    text = re.sub(r"[\w/.-]+\.py:\d+:\d+:?", "", lines[0])
    return re.sub(r"\d+", "#", text)[:110]


def kind_of_difference(line: str) -> str:
    for word in ("raised", "printed", "storage", "same object", "dtype", "shape", "values"):
        if word in line:
            return word
    return "other"


if __name__ == "__main__":
    found = run(Path(sys.argv[1]), tuple(sys.argv[2:]) or ("static", "reversed", "artifact"))
    print(found or "agrees")
    sys.exit(bool(found))
