"""Weights in files of safetensors: beside an artifact that refers to them, and in place of its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

import lith


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(64, 300), nn.Linear(300, 3)
        self.second.weight.data = self.second.weight.data.t().contiguous().t()
        self.register_buffer("count", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.count += 1
        return self.second(self.first(x).relu()), self.count * 1


X = torch.linspace(-1, 1, 128).reshape(2, 64)


@pytest.fixture(autouse=True)
def without_gradients():
    torch.manual_seed(0)
    with torch.no_grad():
        yield


def compiled(tmp_path: Path):
    net = Net()
    state = {name: value.clone().contiguous() for name, value in net.state_dict().items()}
    program = lith.to_static(net)
    program(X)
    net.count.zero_()
    return net, program, state


def tool(*args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [os.environ["LITH_TOOL"], *map(str, args)], capture_output=True, text=True, timeout=60
    )


def save_shards(state: dict, folder: Path) -> Path:
    names = list(state)
    shards = {"a.safetensors": names[:2], "sub/b.safetensors": names[2:]}
    (folder / "sub").mkdir()
    for file, held in shards.items():
        save_file({name: state[name] for name in held}, folder / file)
    index = {"metadata": {"n": [1, {"k": "é\u00e9"}]}, "weight_map": {}}
    index["weight_map"] = {name: file for file, held in shards.items() for name in held}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    return folder / "model.safetensors.index.json"


@pytest.mark.parametrize("sharded", [False, True])
def test_weights_stay_in_their_file(tmp_path: Path, sharded: bool) -> None:
    net, program, state = compiled(tmp_path)
    if sharded:
        weights = save_shards(state, tmp_path)
    else:
        weights = tmp_path / "model.safetensors"
        save_file(state, weights)
    program.save(tmp_path / "whole.lith")
    program.save(tmp_path / "m.lith", weights=weights, examples=[(X,)])
    saved = (tmp_path / "whole.lith").stat().st_size - (tmp_path / "m.lith").stat().st_size
    assert saved > 64 * 300 * 4
    moved = tmp_path.parent / (tmp_path.name + "-moved")
    tmp_path.rename(moved)  # the file is found by its place beside the artifact
    loaded = lith.load(moved / "m.lith")
    for _ in range(2):
        torch.testing.assert_close(loaded(X), net(X))
    assert lith.verify(moved / "m.lith") and tool("verify", moved / "m.lith").returncode == 0


def test_a_file_that_changed_or_is_gone(tmp_path: Path) -> None:
    _, program, state = compiled(tmp_path)
    weights = tmp_path / "model.safetensors"
    save_file(state, weights)
    program.save(tmp_path / "m.lith", weights=weights)
    state["first.bias"][7] += 1e-6
    save_file(state, weights)
    with pytest.raises(
        RuntimeError, match=r"'first\.bias' of '.*model\.safetensors', which has ch"
    ):
        lith.load(tmp_path / "m.lith")
    assert "model.safetensors" in tool("run", tmp_path / "m.lith").stderr
    save_file({**state, "first.bias": torch.zeros(3)}, weights)
    with pytest.raises(RuntimeError, match=r"'first\.bias' of"):
        lith.load(tmp_path / "m.lith")
    weights.write_bytes(b"\x08")
    with pytest.raises(RuntimeError, match="is not a file of safetensors"):
        lith.load(tmp_path / "m.lith")
    weights.unlink()
    with pytest.raises(OSError, match=r"model\.safetensors' cannot be opened"):
        lith.load(tmp_path / "m.lith")


def test_only_what_is_the_same_stays_outside(tmp_path: Path) -> None:
    net, program, state = compiled(tmp_path)
    kept = {name: value for name, value in state.items() if name.startswith("first")}
    save_file({**kept, "second.bias": state["second.bias"] + 1, "x": X}, tmp_path / "w.safetensors")
    program.save(tmp_path / "m.lith", weights=tmp_path / "w.safetensors")
    torch.testing.assert_close(lith.load(tmp_path / "m.lith")(X), net(X))
    with pytest.raises(ValueError, match="no weight of the program is in"):
        save_file({"x": X}, tmp_path / "x.safetensors")
        program.save(tmp_path / "n.lith", weights=tmp_path / "x.safetensors")
    with pytest.raises(OSError, match="none"):
        program.save(tmp_path / "n.lith", weights=tmp_path / "none.safetensors")


def test_other_weights_for_a_run(tmp_path: Path) -> None:
    net, program, state = compiled(tmp_path)
    program.save(tmp_path / "m.lith")
    other = {
        name: value * 2 if value.is_floating_point() else value for name, value in state.items()
    }
    save_file(other, tmp_path / "other.safetensors")
    np.save(tmp_path / "x.npy", X.numpy())
    net.load_state_dict(other)
    done = tool(
        "run", tmp_path / "m.lith", tmp_path / "x.npy", "-o", tmp_path / "out",
        "--weights", tmp_path / "other.safetensors",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    torch.testing.assert_close(torch.from_numpy(np.load(tmp_path / "out/0.npy")), net(X)[0])
    save_file({"first.bias": X, "y": X + 1}, tmp_path / "bad.safetensors")
    done = tool(
        "run", tmp_path / "m.lith", tmp_path / "x.npy", "--weights", tmp_path / "bad.safetensors"
    )
    assert done.returncode == 1
    for said in ("'first.weight' is missing", "'first.bias' has another", "the program has no 'y'"):
        assert said in done.stderr


CPP = r"""
#include <lith/lith.h>
#include <cstdio>
int main(int, char **argv) {
  lith::Program program = lith::load(argv[1]);
  for (auto &[name, tensor] : program.state())
    std::printf("%s %zu\n", name.c_str(), tensor.shape().size());
  program.loadState(argv[2]);
  program.saveState(argv[3]);
  try {
    program.loadState("none.safetensors");
  } catch (const lith::Error &error) {
    std::printf("%d\n", int(error.code()));
  }
}
"""


def test_state_from_cpp(tmp_path: Path) -> None:
    _, program, state = compiled(tmp_path)
    program.save(tmp_path / "m.lith")
    save_file({name: value + 1 for name, value in state.items()}, tmp_path / "w.safetensors")
    (tmp_path / "state.cpp").write_text(CPP)
    prefix = os.environ["LITH_PREFIX"]
    subprocess.run(
        [os.environ.get("CXX", "c++"), "-std=c++20", "state.cpp", "-o", "state", f"-I{prefix}/include",
         f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-llith_rt"],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    done = subprocess.run(
        ["./state", "m.lith", "w.safetensors", "out.safetensors"],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    lines = done.stdout.split("\n")
    assert sorted(lines[:5]) == sorted(f"{name} {value.ndim}" for name, value in state.items())
    assert lines[5] == "1"  # LITH_ERROR_CANNOT_OPEN
    for name, value in load_file(tmp_path / "out.safetensors").items():
        torch.testing.assert_close(value, state[name] + 1)
