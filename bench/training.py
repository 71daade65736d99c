"""python -m bench.training [PATTERN]: whole training steps, eager, compiled across and inside.

The programs are those of tests/training_programs and some of real sizes below. Across, models and
losses are compiled; inside, the whole step is. The three are timed in turns, each on its own copy
of the training, in one process on one thread; times are the processor's and the best of many
turns. "First" is the first call of the step that is compiled, "programs" how many it made in all.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

import torch  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

import lith  # noqa: E402
from bench.__main__ import duration, in_turns  # noqa: E402
from bench.steps import STEPS  # noqa: E402
from training_programs import decisions, generative, language, methods, vision  # noqa: E402
from training_programs.harness import Training, same  # noqa: E402

PROGRAMS = [
    each
    for module in (vision, generative, language, decisions, methods)
    for each in vars(module).values()
    if hasattr(each, "tolerance")
] + STEPS

WAYS = {"eager": (same, same), "across": (lith.to_static, same), "inside": (same, lith.to_static)}


def epoch_of(training: Training) -> Callable[[], Any]:
    """A step for each batch: turns of different programs do the same work."""

    def epoch() -> None:
        for batch in training.batches:
            training.step(*batch)

    return epoch


def run(program: Any) -> tuple[list[str], list[float]]:
    epochs, firsts = [], []
    for wraps in WAYS.values():
        torch.manual_seed(0)
        training = program(*wraps)
        epoch = epoch_of(training)
        start = time.process_time()
        training.step(*training.batches[0])
        firsts.append(time.process_time() - start)
        for _ in range(2):  # states are made, every batch has its program
            epoch()
        epochs.append(epoch)
    size = len(training.batches)
    eager, *compiled = (each / size for each in in_turns(epochs, seconds=6))
    ratios = [eager / each for each in compiled]
    shown = [f"[{'green' if each >= 1 else 'red'}]{each:.2f}" for each in ratios]
    times = [duration(eager), *map(duration, compiled)]
    return [program.__name__, *times, *shown, *map(duration, firsts)], ratios


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.training")
    parser.add_argument("pattern", nargs="?", default="")
    pattern = parser.parse_args().pattern
    torch.set_num_threads(1)
    lith.set_num_threads(1)
    console = Console(width=None if sys.stdout.isatty() else 130)
    table = Table(
        "program", "eager", "across", "inside", "times", "times", "first", "first", "first"
    )
    logs: list[list[float]] = []
    for program in PROGRAMS:
        if not re.search(pattern, program.__name__):
            continue
        try:
            row, ratios = run(program)
            logs.append([math.log(each) for each in ratios])
            table.add_row(*row)
        except Exception as e:  # noqa: BLE001 - one program must not hide the others
            table.add_row(program.__name__, f"[red]{type(e).__name__}: {str(e)[:60]}")
    console.print(table)
    if logs:
        means = [math.exp(sum(column) / len(logs)) for column in zip(*logs)]
        console.print("geometric means: " + ", ".join(f"{each:.2f}" for each in means))
    return 0


if __name__ == "__main__":
    sys.exit(main())
