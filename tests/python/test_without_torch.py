"""Programs of a process that never imports torch."""

import subprocess
import sys
from pathlib import Path

PROGRAMS = """
import lith, sys

def key(k):
    try:
        return {"b": 1}[k]
    except KeyError as e:
        return str(e)

def value(x):
    try:
        return int(x)
    except ValueError as e:
        return f"bad: {e}", repr(e), e.args

def several(x):
    return [str(e) for e in [ValueError(c) for c in x]], str({x: [1.5, None]}), f"{[x]!r:>12}"

def printed(x):
    try:
        return 1 // len(x[1:])
    except ZeroDivisionError as e:
        print("error", e)

for f in (key, value, several, printed):
    program = lith.to_static(f)
    for x in ("a", "bc", "12"):
        if f is not key or x != "12":
            assert program(x) == f(x), (f.__name__, x, program(x), f(x))
assert "torch" not in sys.modules
"""


def test_texts_of_exceptions(tmp_path: Path) -> None:
    file = tmp_path / "programs.py"
    file.write_text(PROGRAMS)
    ran = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
