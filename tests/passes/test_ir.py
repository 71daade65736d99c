"""Modules of tests/passes/ir through lith-opt.

Each file says how it is run and what comes out:
    // RUN: --pass=simplify        options of lith-opt; several lines are several runs
    // CHECK: text                 appears in the output after the text of the CHECK before
    // NOT: text                   appears nowhere in the output
    // FAILS: text                 lith-opt refuses the module with this in its message
CHECK, NOT and FAILS belong to the RUN above them.
"""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LITH_OPT = Path(os.environ.get("LITH_BUILD_DIR", ROOT / "build")) / "tests/passes/lith-opt"


@dataclass
class Run:
    options: list[str]
    checks: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    fails: list[str] = field(default_factory=list)


def runs_of(path: Path) -> list[Run]:
    runs: list[Run] = []
    for line in path.read_text().splitlines():
        word, _, rest = line.removeprefix("// ").partition(" ")
        if not line.startswith("// "):
            continue
        if word == "RUN:":
            runs.append(Run(rest.split()))
        elif word == "CHECK:":
            runs[-1].checks.append(rest)
        elif word == "NOT:":
            runs[-1].absent.append(rest)
        elif word == "FAILS:":
            runs[-1].fails.append(rest)
    return runs


def lith_opt(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LITH_VERIFY": "1"}
    return subprocess.run(
        [LITH_OPT, path, *options], capture_output=True, text=True, timeout=60, env=environment
    )


@pytest.mark.parametrize("path", sorted(HERE.glob("ir/*.mlir")), ids=lambda path: path.stem)
def test_module(path: Path) -> None:
    runs = runs_of(path)
    assert runs, "the file says RUN at least once"
    for run in runs:
        result = lith_opt(path, *run.options)
        assert result.returncode == (1 if run.fails else 0), result.stderr + result.stdout
        for text in run.fails:
            assert text in result.stderr
        rest = result.stdout
        for text in run.checks:
            assert text in rest, f"{text!r} not in:\n{rest}\nof\n{result.stdout}"
            rest = rest[rest.index(text) + len(text) :]
        for text in run.absent:
            assert text not in result.stdout
