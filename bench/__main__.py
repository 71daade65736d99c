"""./dev bench [PATTERN]: every workload in eager PyTorch and in Lith, in one process, one thread.

Both are timed in turns, so that the machine's mood is shared. A time is the processor's, and the
best of many turns, which other load on the machine disturbs least. "Of limit" is the least
possible time (operations over peak, or bytes over bandwidth, both measured first) over Lith's.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples"))

import torch  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

import lith  # noqa: E402
from bench.machine import Machine, measure  # noqa: E402
from bench.workloads import WORKLOADS, Workload, chatbot_limit  # noqa: E402


def once(call: Callable[[], Any], count: int) -> float:
    """Seconds of one of `count` calls, after one that brings its data back into the caches."""
    call()
    start = time.process_time()
    for _ in range(count):
        call()
    return (time.process_time() - start) / count


def in_turns(calls: list[Callable[[], Any]], seconds: float = 1.2) -> list[float]:
    """The best time of each call, taken in turns."""
    for call in calls:
        call()
    longest = max(once(call, 1) for call in calls)
    rounds = max(5, min(25, int(seconds / len(calls) / max(longest, 1e-4))))
    counts = [max(1, int(2e-3 / max(once(call, 3), 1e-7))) for call in calls]
    samples = [[once(call, n) for call, n in zip(calls, counts)] for _ in range(rounds)]
    return [min(column) for column in zip(*samples)]


def duration(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def run(work: Workload, machine: Machine) -> list[str]:
    fn, args = work.make()
    start = time.perf_counter()
    program = lith.to_static(fn, freeze=True) if work.freeze else lith.to_static(fn)
    program(*args)
    first = time.perf_counter() - start
    eager, static = in_turns([lambda: fn(*args), lambda: program(*args)])
    limit = None
    if work.limit:
        extra = (fn,) if work.limit is chatbot_limit else ()
        limit = work.limit(machine, [*args, *extra])
    ratio = eager / static
    goal = "" if work.goal is None else f"{work.goal:.3g}"
    colour = "" if work.goal is None else "[green]" if ratio >= work.goal else "[red]"
    return [
        work.name, duration(eager), duration(static), f"{colour}{ratio:.2f}", goal,
        duration(limit) if limit else "", f"{limit / static:.0%}" if limit else "", duration(first),
    ]  # fmt: skip


def start_up(tool: Path) -> list[str]:
    """Process start to first result with the saved MiniLM."""
    import numpy as np

    from models import minilm

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "minilm.lith"
        program = lith.to_static(minilm.SentenceEncoder(), freeze=True)
        inputs = minilm.random_input(1, 16)
        program(*inputs)
        program.save(str(file))
        names = []
        for i, a in enumerate(inputs):
            names.append(f"{folder}/{i}.npy")
            np.save(names[-1], a.numpy())
        command = [str(tool), "run", str(file), *names, "-o", f"{folder}/out"]
        times = []
        for _ in range(11):
            start = time.perf_counter()
            subprocess.run(command, check=True)
            times.append(time.perf_counter() - start)
    return [
        "process start to result, minilm 1 x 16",
        "",
        duration(min(times)),
        "",
        "60 ms",
        "",
        "",
        "",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--build", type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    lith.set_num_threads(1)
    console = Console(width=None if sys.stdout.isatty() else 130)
    machine = measure(args.build)
    console.print("one core: " + ", ".join(f"{k} {v:.0f}" for k, v in machine.figures.items()))
    table = Table("workload", "eager", "lith", "times", "goal", "limit", "of limit", "first call")
    failed = 0
    with torch.inference_mode():
        for work in WORKLOADS:
            if not re.search(args.pattern, work.name):
                continue
            try:
                table.add_row(*run(work, machine))
            except Exception as e:  # noqa: BLE001 - one workload must not hide the others
                failed += 1
                table.add_row(work.name, f"[red]{type(e).__name__}: {str(e)[:60]}")
        if re.search(args.pattern, "process start"):
            table.add_row(*start_up(args.build / "install/bin/lith"))
    console.print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
