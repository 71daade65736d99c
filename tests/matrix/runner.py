"""Runs cells in child processes, so that a crash or a hang is a verdict like any other."""

from __future__ import annotations

import dataclasses
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from language.isolated import in_child
from matrix.cells import Verdict, judge_all, run_in_eager
from matrix.kinds import KINDS

SECONDS_OF_A_CELL = 10.0


def run(kind: str, place: str, operations: list[str]) -> Iterator[Verdict]:
    """A verdict on each operation."""
    left = list(operations)
    while left:
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "verdicts"
            log.touch()

            def work(left: list[str] = left, folder: str = folder, log: Path = log) -> str:
                with log.open("a", encoding="utf-8") as out:
                    for verdict in judge_all(kind, place, left, Path(folder)):
                        print(json.dumps(dataclasses.asdict(verdict)), file=out, flush=True)
                return ""

            said = in_child(work, SECONDS_OF_A_CELL + 0.5 * len(left))
            lines = log.read_text(encoding="utf-8").splitlines()
        yield from (Verdict(**json.loads(line)) for line in lines)
        left = left[len(lines) :]
        if left and ends_in_eager(kind, place, left[0]):
            yield Verdict(kind, place, left.pop(0), "same", "eager ends the process")
        elif left:
            yield Verdict(kind, place, left.pop(0), "crashed", said or "ended")


def ends_in_eager(kind: str, place: str, operation: str) -> bool:
    """Whether the cell crashes or hangs without Lith."""

    def work() -> str:
        with tempfile.TemporaryDirectory() as folder:
            run_in_eager(KINDS[kind], place, operation, Path(folder))
        return "ended well"

    return in_child(work, SECONDS_OF_A_CELL) != "ended well"
