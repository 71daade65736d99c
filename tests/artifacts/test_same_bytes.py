"""Saving a program twice gives the same bytes, also in processes of other hash seeds."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import enum
import sys

import torch
from torch import nn

import lith


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


# Sets of texts have another order in each process: what iterates over one is no subject here.
WORDS = {"alpha", "beta", "gamma", "delta"}
FIXED = frozenset({"one", "two", "three", ("four", 4)})


def read(xs):
    total = {}
    for x in xs:
        total[x] = total.get(x, 0) + 1
    return total


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.norm = nn.BatchNorm1d(4)
        self.register_buffer("memory", torch.zeros(8))
        self.register_buffer("part", self.memory[2:6])
        self.calls, self.options = 0, {"rate": 0.5, "mode": Mode.FAST}

    def forward(self, x, word: str = "beta"):
        for layer in self.layers:
            x = layer(x).relu()
        self.calls += 1
        self.memory += 1
        known = word in ("alpha", "beta") and "gamma" in WORDS and ("four", 4) in FIXED
        scale = torch.tensor([1.0, 2.0, 3.0, 4.0])
        return {"y": self.norm(x) * scale + self.part, "known": known, "mode": self.options["mode"]}

    @lith.export
    def words(self):
        return sorted(["b", "a"]), self.calls, "one" in FIXED, Mode, torch.float32


x = torch.ones(2, 4)
net = lith.to_static(Net().eval())
with torch.no_grad():
    net(x), net(x.double().float(), "alpha"), net.words()
    net.save(sys.argv[1] + "/net.lith", metadata={"a": "b"}, extra_files={"c": "d"})
    net.save(sys.argv[1] + "/again.lith", metadata={"a": "b"}, extra_files={"c": "d"})
frozen = lith.to_static(Net().eval(), freeze=True)
frozen(x), frozen.words()
frozen.save(sys.argv[1] + "/frozen.lith")
counting = lith.to_static(read)
counting([1, 2, 1]), counting(["a", "b"])
lith.save(counting, sys.argv[1] + "/read.lith", examples=[([1, 2],), (["b", "a"],)])
"""


def hashes(folder: Path, script: Path, seed: str) -> dict[str, str]:
    folder.mkdir()
    subprocess.run(
        [sys.executable, script, folder], check=True, timeout=300,
        env=os.environ | {"PYTHONHASHSEED": seed},
    )  # fmt: skip
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(folder.iterdir())}


def test_the_same_bytes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(PROGRAM)
    first = hashes(tmp_path / "1", script, "1")
    assert first["net.lith"] == first["again.lith"]
    for seed in ("2", "77"):
        assert hashes(tmp_path / seed, script, seed) == first
