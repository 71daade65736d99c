"""Examples that a file holds: made when it is saved, compared with eager, and made again by verify."""

from __future__ import annotations

import collections
import dataclasses
import enum
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

import lith


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.calls = 0
        self.register_buffer("total", torch.zeros(2))

    def forward(self, x, scale: float = 1.0):
        self.calls += 1
        y = self.layer(x) * scale
        self.total += y.detach().sum(0)
        return {"y": y, "calls": self.calls, "total": self.total * 1}

    @lith.export
    def encode(self, x, name: str):
        return [x.argmax(-1), name + "!", (x > 0).all()]


X = torch.linspace(-1, 1, 6).reshape(2, 3)
CALLS = [
    (X, 1.0),
    ((X * 2,), {"scale": 0.5}),
    lith.Example((X, "ab"), method="encode"),
    (X, 3.0),
]


def tool(*args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [os.environ["LITH_TOOL"], *map(str, args)], capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    model = Counting()
    program = lith.to_static(model)
    with torch.no_grad():
        program(X, 1.0), program(X, scale=0.5), program.encode(X, "b")
        model.calls, model.total = 0, torch.zeros(2)
        program.save(tmp_path / "m.lith", examples=CALLS)
    assert model.calls == 0, "the module is as it was"
    return tmp_path / "m.lith"


def test_examples_agree(saved: Path) -> None:
    verified = lith.verify(saved)
    assert verified, str(verified)
    methods = [each.method for each in verified.examples]
    assert methods == ["forward", "forward", "encode", "forward"]
    assert all(each.absolute == 0 and each.seconds > 0 for each in verified.examples)
    done = tool("verify", saved)
    assert done.returncode == 0 and done.stdout.count("agrees") == 4, done.stderr
    assert re.match(
        r"0 forward: agrees; largest difference 0, relative 0; [\d.]+ ms\n", done.stdout
    )
    with torch.no_grad():
        assert lith.load(saved)(X, 1.0)["calls"] == 1, "examples leave no trace in the state"


def test_a_damaged_copy(saved: Path) -> None:
    data = bytearray(saved.read_bytes())
    data[-len(data) // 3] ^= 1
    saved.write_bytes(data)
    with pytest.raises(RuntimeError, match="is damaged"):
        lith.verify(saved)
    done = tool("verify", saved)
    assert done.returncode == 1 and "is damaged" in done.stderr


class Drawing(nn.Module):
    def forward(self, x):
        return x + torch.rand(3)


def test_what_differs_from_eager_is_not_saved(tmp_path: Path) -> None:
    program = lith.to_static(Drawing())
    program(X)
    with pytest.raises(lith.CompileError, match=r"example 0 \(forward\): eager gives another res"):
        program.save(tmp_path / "m.lith", examples=[(X,)])
    assert not list(tmp_path.iterdir())


def test_examples_say_what_to_compile(tmp_path: Path) -> None:
    program = lith.to_static(lambda x, n: x * n)
    lith.save(program, tmp_path / "f.lith", examples=[(X, 2), (X[:1], 5)])
    assert lith.verify(tmp_path / "f.lith")
    torch.testing.assert_close(lith.load(tmp_path / "f.lith")(X, 7), X * 7)


class Colour(enum.Enum):
    RED = 1


Pair = collections.namedtuple("Pair", ["a", "b"])


@dataclasses.dataclass
class Named:
    values: torch.Tensor
    word: str


def many(x):
    both = {x.shape[0]: (x.half(), x.to(torch.bfloat16)), "k": x.to(torch.complex64)}
    return Named(x + 1, "w"), Pair(x.sum(), None), both, Colour.RED, x.dtype, {1, 2}, x.shape


def test_kinds_of_results(tmp_path: Path) -> None:
    program = lith.to_static(many)
    lith.save(program, tmp_path / "f.lith", examples=[(X,)])
    assert lith.verify(tmp_path / "f.lith")


@pytest.mark.parametrize(
    ("examples", "error", "said"),
    [
        ([X], TypeError, "an example is a tuple"),
        ([(X,), (X, 1, 2)], ValueError, "example 1 cannot be kept: .*argument"),
        ([(-X,)], ValueError, "example 0 cannot be kept: ValueError: negative"),
        ([lith.Example((X,), method="no")], lith.CompileError, "calls 'no', which is not saved"),
    ],
)
def test_examples_that_cannot_be(tmp_path: Path, examples: Any, error: Any, said: str) -> None:
    def f(x):
        if x[0, 0] > 0:
            raise ValueError("negative")
        return x

    program = lith.to_static(f)
    program(X)
    with pytest.raises(error, match=said):
        program.save(tmp_path / "f.lith", examples=examples)
    assert not list(tmp_path.iterdir())


def test_a_file_without_examples(tmp_path: Path) -> None:
    program = lith.to_static(lambda x: x)
    program(X)
    program.save(tmp_path / "f.lith")
    with pytest.raises(ValueError, match="holds no examples"):
        lith.verify(tmp_path / "f.lith")
    assert tool("verify", tmp_path / "f.lith").returncode == 1
