"""A C++ project that finds the installed package, with the static and the shared runtime."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import torch

import lith

HERE = Path(__file__).parent
PREFIX = Path(os.environ.get("LITH_PREFIX", HERE.parents[1] / "build/install"))


def f(items, table, x, n: int = 2):
    if n < 0:
        raise ValueError(f"n is {n}")
    items.append(x * n)
    table["new"] = n
    return items, f"{n} of {len(items)}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("consumer")
    program = lith.to_static(f)
    x = torch.ones(2)
    program([x], {"k": x}, x, 3)
    program([x], {"k": x}, x)
    program.save(out / "f.lith")
    data = (out / "f.lith").read_bytes()
    (out / "cut.lith").write_bytes(data[: len(data) // 2])
    configure = ["cmake", "-G", "Ninja", "-S", HERE / "consumer", "-B", out / "build"]
    for command in (
        [*configure, f"-DCMAKE_PREFIX_PATH={PREFIX}", "-DCMAKE_CXX_STANDARD=20"],
        ["cmake", "--build", out / "build"],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.mark.parametrize("kind", ["runtime", "runtime_shared"])
def test_consumer(folder: Path, kind: str) -> None:
    done = subprocess.run([folder / "build" / kind, folder], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "done\n", (done.returncode, done.stderr)
