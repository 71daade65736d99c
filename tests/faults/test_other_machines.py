"""Artifacts of another processor or version of the runtime: compiled again where the compiler is
installed, refused with a clear error where it is not."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest
import torch

import lith
from language import harness

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LITH_BUILD_DIR", ROOT / "build"))
RETARGET = BUILD / "tests/runtime/lith-retarget"
CASES = ROOT / "tests/language/cases"
FUTURE = "future,+sse3,+tbm,+fma4,+xop"


def retarget(file: Path, target: str = FUTURE, abi: int | None = None) -> Path:
    out = file.with_suffix(".other.lith")
    version = [] if abi is None else [str(abi)]
    subprocess.run([RETARGET, file, out, target, *version], check=True)
    return out


@pytest.fixture
def artifact(tmp_path) -> Path:
    program = lith.to_static(lambda x, n: (x * n, [n, x.sum()]))
    program(torch.ones(3), 2)
    program.save(tmp_path / "p.lith")
    return tmp_path / "p.lith"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("identity_arguments", "append_loop"), ("identity_arguments", "dict_of_lists"),
        ("runtime_objects", "chained"), ("identity_joined", "shared_views"),
        ("user_iterators", None), ("c64_return_input", "list_itself"), ("c12_short_circuit", None),
    ],
)  # fmt: skip
def test_compiled_again(file: str, name: str | None, tmp_path) -> None:
    path = CASES / f"{file}.py"
    name = name or next(c.name for c in harness.load_module(path).CASES if c.artifact)
    saved, this, eager = harness.saved(path, name, str(tmp_path))
    other = retarget(saved)
    harness.compare(this, eager, harness.session(path, name, lambda fn: lith.load(other))[2])


@pytest.mark.parametrize("freeze", [False, True])
def test_weights_and_many_threads(freeze, tmp_path) -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(16, 70), torch.nn.ReLU(), torch.nn.Linear(70, 2))
    model.requires_grad_(False)
    program = lith.to_static(model, freeze=freeze)
    program(torch.ones(2, 16))
    program.save(tmp_path / "m.lith")
    loaded = lith.load(retarget(tmp_path / "m.lith"))
    x, results = torch.randn(5, 16), []

    def work() -> None:
        results.append(loaded(x))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    lith.to_static(lambda y: y + 2)(x)  # the compiler serves both
    for t in threads:
        t.join()
    assert len(results) == 8
    for result in results:
        torch.testing.assert_close(result, model(x))


def test_other_runtime_is_compiled_again(artifact) -> None:
    loaded = lith.load(retarget(artifact, "", abi=1))
    y, (n, total) = loaded(torch.ones(2), 5)
    assert y.tolist() == [5, 5] and n == 5 and total == 2


@pytest.mark.parametrize(
    ("target", "abi", "said"),
    [
        (FUTURE, None, "lacks tbm"),
        ("", 1, "another version of the runtime"),
        (FUTURE, 99, "runtime"),
    ],
)
def test_the_tool_refuses(artifact, tmp_path, target: str, abi: int | None, said: str) -> None:
    np.save(tmp_path / "x.npy", np.ones(3, np.float32))
    np.save(tmp_path / "n.npy", np.int64(2))
    file = retarget(artifact, target, abi)
    command = [os.environ["LITH_TOOL"], "run", file, tmp_path / "x.npy", tmp_path / "n.npy"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and said in done.stderr, done.stderr
    assert "where the compiler is installed" in done.stderr


def test_code_that_is_no_code(artifact) -> None:
    loaded = lith.load(retarget(artifact, ""))  # for this processor, but nonsense
    with pytest.raises((RuntimeError, TypeError), match="cannot be loaded"):
        loaded(torch.ones(3), 2)
