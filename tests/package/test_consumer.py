"""A project in C11 and C++17 that finds the installed package, built by GCC and by Clang."""

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


class Output(dict):
    """A mapping with attributes, one of them an entry as well."""


def g(x):
    result = Output()
    result.first = result["first"] = x + 1
    result.second = 3
    return result


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("artifacts")
    program = lith.to_static(f)
    x = torch.ones(2)
    program([x], {"k": x}, x, 3)
    program([x], {"k": x}, x)
    program.save(out / "f.lith")
    mapping = lith.to_static(g)
    mapping(x)
    mapping.save(out / "g.lith")
    data = (out / "f.lith").read_bytes()
    (out / "cut.lith").write_bytes(data[: len(data) // 2])
    return out


@pytest.fixture(
    scope="module", params=[("gcc", "g++"), ("clang-22", "clang++-22")], ids=lambda p: p[0]
)
def build(request, tmp_path_factory) -> Path:
    c, cxx = request.param
    out = tmp_path_factory.mktemp(c)
    configure = ["cmake", "-G", "Ninja", "-S", HERE / "consumer", "-B", out]
    for command in (
        [
            *configure,
            f"-DCMAKE_PREFIX_PATH={PREFIX}",
            f"-DCMAKE_C_COMPILER={c}",
            f"-DCMAKE_CXX_COMPILER={cxx}",
        ],
        ["cmake", "--build", out],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.mark.parametrize(
    "program", ["runtime", "runtime_shared", "runtime_c", "runtime_shared_c", "compiler_c"]
)
def test_consumer(artifacts: Path, build: Path, program: str) -> None:
    done = subprocess.run([build / program, artifacts], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "done\n", (done.returncode, done.stderr)
