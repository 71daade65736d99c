"""Artifacts that an earlier Lith wrote: format4.lith is of format 4, and so on.

The file of the current format loads and gives the right results, from its native code where this
processor has what it needs, and from its IR. When one of these tests fails after a change of the
IR, of the runtime's interface or of the container, files of users stop working too. Then either
keep the old one readable, or raise ArtifactFormat (runtime/include/lith/artifact.h) and write the
file of the new format with `LITH_GOLDEN=rewrite pytest tests/artifacts`. The old file stays: it has
to load, or to be refused with its format. A change of LITH_ABI_VERSION alone needs neither: code is
made again from the IR.
"""

from __future__ import annotations

import linecache
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch

import lith
from faults.test_other_machines import retarget

HERE = Path(__file__).parent
HEADER = (HERE.parents[1] / "runtime/include/lith/artifact.h").read_text(encoding="utf-8")
CURRENT = int(re.search(r" ArtifactFormat = (\d+);", HEADER)[1])  # type: ignore[index]
OLDEST = int(re.search(r"OldestArtifactFormat = (\d+);", HEADER)[1])  # type: ignore[index]
FILES = {int(file.stem[6:]): file for file in HERE.glob("format*.lith")}
SOURCE = """
import torch

def sums(x, y):
    total = torch.zeros_like(x[0])
    for i in range(x.shape[0]):
        if y[i].sum() > 0:
            total = total + x[i] * y[i]
        else:
            total = total - i
    return total, x.shape[0]
"""
X = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
Y = torch.tensor([[1.0, 1.0], [-1.0, -2.0], [0.5, 1.0]])


def eager():
    """The function of the artifacts; its file is a name, so that they hold no path."""
    linecache.cache["sums.py"] = (len(SOURCE), None, SOURCE.splitlines(True), "sums.py")
    scope: dict = {}
    exec(compile(SOURCE, "sums.py", "exec"), scope)
    return scope["sums"]


def check(total, count) -> None:
    want, rows = eager()(X, Y)
    torch.testing.assert_close(torch.as_tensor(total), want)
    assert int(count) == rows


def test_there_is_a_file_of_the_current_format() -> None:
    if os.environ.get("LITH_GOLDEN") == "rewrite" and CURRENT not in FILES:
        program = lith.to_static(eager())
        program(X, Y)
        program.save(HERE / f"format{CURRENT}.lith")
    assert (HERE / f"format{CURRENT}.lith").exists()


@pytest.mark.parametrize("number", sorted(FILES))
def test_loads(number: int) -> None:
    try:
        program = lith.load(FILES[number])
    except RuntimeError as error:
        assert number < OLDEST and f"has format {number}" in str(error)
        return
    check(*program(X, Y))


@pytest.mark.parametrize("number", sorted(FILES))
def test_runs_in_the_tool(number: int, tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", X.numpy())
    np.save(tmp_path / "y.npy", Y.numpy())
    done = subprocess.run(
        [os.environ["LITH_TOOL"], "run", FILES[number], "x.npy", "y.npy", "-o", "out"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    if done.returncode:  # of another processor, runtime or format, and there is no compiler
        said = "where the compiler is installed" if number >= OLDEST else f"has format {number}"
        assert said in done.stderr
        return
    check(np.load(tmp_path / "out/0.npy"), np.load(tmp_path / "out/1.npy"))


def test_is_made_again_from_its_ir(tmp_path: Path) -> None:
    copy = tmp_path / "copy.lith"
    shutil.copy(FILES[CURRENT], copy)
    check(*lith.load(retarget(copy))(X, Y))
