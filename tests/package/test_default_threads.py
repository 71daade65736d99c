"""How many threads a program uses where nobody says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lith

AVAILABLE = len(os.sched_getaffinity(0))


def threads(prefix: list[str], **variables: str) -> int:
    environment = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    environment.update(variables, PYTHONPATH=str(Path(lith.__file__).parents[1]))
    command = [*prefix, sys.executable, "-c", "import lith; print(lith.num_threads())"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    return int(done.stdout)


@pytest.mark.parametrize(
    "variables, wanted",
    [
        ({"LITH_NUM_THREADS": "3"}, 3),
        ({"OMP_NUM_THREADS": "5,2"}, 5),
        ({"LITH_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, 3),
        ({"LITH_NUM_THREADS": "many", "OMP_NUM_THREADS": "5"}, 5),
    ],
)
def test_variables_say(variables: dict[str, str], wanted: int) -> None:
    assert threads([], **variables) == wanted


def test_affinity_is_followed() -> None:
    first = min(os.sched_getaffinity(0))
    assert threads(["taskset", "-c", str(first)]) == 1
    assert 1 <= threads([]) <= AVAILABLE
    for nothing in ("0", "-1", "3x", ""):
        assert threads([], LITH_NUM_THREADS=nothing) == threads([])
