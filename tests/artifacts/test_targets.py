"""A file has machine code for each target that was asked for, and a processor runs the best of it.

Other processors are emulated: QEMU's Haswell has AVX2 and no AVX-512, its Nehalem has neither.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import lith

PYTHON = {**os.environ, "LITH_PYTHON": sys.executable}
QEMU = shutil.which("qemu-x86_64")
emulated = pytest.mark.skipif(QEMU is None, reason="qemu-x86_64 (Debian's qemu-user) is not there")
X = torch.linspace(-3, 3, 40).reshape(5, 8)


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.one, self.two = torch.nn.Linear(8, 70), torch.nn.Linear(70, 3)

    def forward(self, x):
        return self.two(torch.tanh(self.one(x))).softmax(-1)


def program(freeze: bool = False):
    made = lith.to_static(Net().requires_grad_(False), freeze=freeze)
    made(X)
    return made


def targets(file: Path) -> list[str]:
    """The names of the processors that each program of a file has code for."""
    programs = json.loads(lith.load(file).manifest)["programs"]
    assert len({json.dumps(each["targets"]) for each in programs}) == 1
    return [target.split(",")[0] for target in programs[0]["targets"]]


def run(file: Path, folder: Path, *emulator: str) -> subprocess.CompletedProcess[str]:
    np.save(folder / "x.npy", X.numpy())
    command = [*emulator, os.environ["LITH_TOOL"], "run", file, "x.npy", "-o", "out"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def check(file: Path, folder: Path, *emulator: str) -> None:
    done = run(file, folder, *emulator)
    assert done.returncode == 0, done.stderr
    np.testing.assert_allclose(np.load(folder / "out/0.npy"), Net()(X).detach(), atol=1e-5)


@pytest.mark.parametrize("freeze", [False, True])
@pytest.mark.parametrize("names", ["x86-64-v3", ["native", "x86-64-v3", "native", "aarch64"], None])
def test_runs_here(names, freeze: bool, tmp_path: Path) -> None:
    program(freeze).save(tmp_path / "m.lith", target=names)
    torch.testing.assert_close(lith.load(tmp_path / "m.lith")(X), Net()(X).detach())
    check(tmp_path / "m.lith", tmp_path)
    found = targets(tmp_path / "m.lith")
    assert "x86-64-v3" in found and ("aarch64" in found) == isinstance(names, list)
    assert len(found) == len(set(found)) == (3 if isinstance(names, list) else len(found))


@emulated
@pytest.mark.parametrize("freeze", [False, True])
def test_a_usual_file_runs_without_avx512(freeze: bool, tmp_path: Path) -> None:
    lith.save(program(freeze), tmp_path / "m.lith")
    check(tmp_path / "m.lith", tmp_path, str(QEMU), "-cpu", "Haswell")


@emulated
@pytest.mark.parametrize(
    ("names", "processor", "said"),
    [
        ("x86-64-v4", "Haswell", "avx512f"),
        ("x86-64-v3", "Nehalem", "avx2"),
        (["aarch64", "x86-64-v3", "x86-64-v4"], "Nehalem", "avx2"),
    ],
)
def test_says_what_a_processor_lacks(names, processor: str, said: str, tmp_path: Path) -> None:
    program().save(tmp_path / "m.lith", target=names)
    done = run(tmp_path / "m.lith", tmp_path, str(QEMU), "-cpu", processor)
    assert done.returncode == 1 and "this one lacks " in done.stderr and said in done.stderr
    assert "avx512" not in done.stderr or said == "avx512f"  # the code that it lacks least for


def test_code_for_other_processors_alone(tmp_path: Path) -> None:
    program().save(tmp_path / "m.lith", target="aarch64")
    done = run(tmp_path / "m.lith", tmp_path)
    assert done.returncode == 1
    assert "this one lacks the instructions of aarch64" in done.stderr
    torch.testing.assert_close(lith.load(tmp_path / "m.lith")(X), Net()(X).detach())  # made here


def test_no_such_target(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no target 'riscv64'; there are native, x86-64-v3"):
        program().save(tmp_path / "m.lith", target=["native", "riscv64"])
    assert not (tmp_path / "m.lith").exists()


def test_from_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("def f(x):\n    return x * 2\n")
    command = [os.environ["LITH_TOOL"], "compile", "net.py:f", "-o", "f.lith", "--input-spec"]
    command += ["float32[N]", "--target", "x86-64-v3", "--target", "aarch64", "--strip"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120, env=PYTHON)
    assert targets(tmp_path / "f.lith") == ["x86-64-v3", "aarch64"]
    assert lith.load(tmp_path / "f.lith").source == ""


def test_of_an_imported_archive(tmp_path: Path) -> None:
    torch.jit.script(Net()).save(tmp_path / "net.pt")
    command = [os.environ["LITH_TOOL"], "import", "net.pt", "-o", "m.lith", "--input"]
    command += ["float32[?,8]", "--target", "x86-64-v3", "--target", "aarch64"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    assert targets(tmp_path / "m.lith") == ["x86-64-v3", "aarch64"]
    check(tmp_path / "m.lith", tmp_path)
    wrong = subprocess.run([*command, "--target", "m68k"], cwd=tmp_path, capture_output=True)
    assert wrong.returncode == 1 and b"there is no target 'm68k'" in wrong.stderr
    model = lith.import_torchscript(tmp_path / "net.pt")
    model(X)
    model.save(tmp_path / "s.lith", target="x86-64-v3", strip=True)
    assert (
        targets(tmp_path / "s.lith") == ["x86-64-v3"]
        and lith.load(tmp_path / "s.lith").source == ""
    )
