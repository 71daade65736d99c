"""Size must not hurt: many operations that may raise, deep loops, and the time of a small compile."""

from __future__ import annotations

import importlib.util
import statistics
import time
from pathlib import Path

import pytest
import torch

import lith
from language import harness

CASES = sorted((Path(__file__).parent / "cases").glob("*.py"))


def function(folder: Path, source: str, name: str = "f"):
    """The function of a source text, from a file as a user's would be."""
    file = folder / f"limits_{abs(hash(source))}.py"
    file.write_text(source)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def timed(fn, *args) -> tuple[float, object]:
    start = time.perf_counter()
    result = fn(*args)
    return time.perf_counter() - start, result


@pytest.mark.parametrize("looped", [False, True])
def test_five_thousand_operations_that_may_raise(tmp_path, looped: bool) -> None:
    body = "".join(f"{{pad}}n = n + {i % 7} - m // {i % 5 + 1}\n" for i in range(2500))
    if looped:
        source = "def f(n, m, k):\n    for i in range(k):\n" + body.format(pad=" " * 8)
    else:
        source = "def f(n, m, k):\n" + body.format(pad=" " * 4)
    f = function(tmp_path, source + "    return n\n")
    seconds, got = timed(lith.to_static(f), 5, 9, 3)
    assert got == f(5, 9, 3)
    assert seconds < 10, seconds


def nest(depth: int) -> str:
    lines = ["def f(x, n):", "    total = 0"]
    for d in range(depth):
        lines.append("    " * (d + 1) + f"for i{d} in range(n):")
        lines.append("    " * (d + 2) + f"if x.sum() > i{d} + total: total += i{d}")
    lines.append("    " * (depth + 1) + "x = x + total * 0.5")
    lines.append("    return x, total")
    return "\n".join(lines) + "\n"


def test_six_nested_loops_stage_like_one(tmp_path) -> None:
    lith.to_static(function(tmp_path, nest(2)))(
        torch.ones(2), 1
    )  # what only the first compile pays
    times = {}
    for depth in (1, 6):
        f = function(tmp_path, nest(depth))
        times[depth], got = timed(lith.to_static(f), torch.ones(2), 2)
        want = f(torch.ones(2), 2)
        torch.testing.assert_close(got[0], want[0])
        assert got[1] == want[1]
    assert times[6] <= 10 * times[1], times


def test_median_program_compiles_quickly() -> None:
    times = []
    for file in CASES:
        module = harness.load_module(file)
        for this in module.CASES[:1]:
            call = this.calls()[0]
            if isinstance(call, tuple):
                program = lith.to_static(this.fn)
                try:
                    times.append(timed(program, *call)[0])
                except Exception:  # noqa: BLE001, S112 - what fails is counted by test_cases
                    continue
    median = statistics.median(times)
    print(f"median of {len(times)} programs to first result: {median * 1e3:.0f} ms")
    assert median <= 0.15, median
