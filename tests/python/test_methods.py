"""Files with several methods over one state: what is saved of a module, and what is done to it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

import lith


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(2, 2) for _ in range(2))
        self.norm = nn.BatchNorm1d(2)
        self.embedding = nn.Embedding(3, 2)
        self.head = nn.Linear(2, 3, bias=False)
        self.head.weight = self.embedding.weight
        self.calls, self.rate, self.label = 0, 0.5, "net"
        self.register_buffer("total", torch.zeros(2))
        self.register_buffer("scratch", torch.ones(1), persistent=False)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        self.calls += 1
        self.total += x.detach().sum(0)
        return self.head(self.norm(x)) * self.scratch

    @lith.export
    def encode(self, ids, scale=2.0):
        return self.embedding(ids) * scale + self.calls

    @torch.jit.export
    def peek(self):
        return self.total * 1, self.calls, self.rate


X, IDS = torch.linspace(-1, 1, 6).reshape(3, 2), torch.tensor([0, 2])


@pytest.fixture(autouse=True)
def without_gradients() -> Any:
    torch.manual_seed(0)
    with torch.no_grad():
        yield


def copied(module: nn.Module) -> Model:
    other = Model().eval()
    other.load_state_dict(module.state_dict())
    return other


def called() -> tuple[Any, Model]:
    """A program whose methods were all called, and the module as it was before."""
    module = Model().eval()
    before = copied(module)
    program = lith.to_static(module)
    program(X), program.encode(IDS), program.encode(IDS, scale=3.5), program.peek()
    return program, before


def test_methods_share_the_state(tmp_path: Path) -> None:
    program, _ = called()
    program.save(tmp_path / "model.lith")
    eager = copied(program)
    eager.calls = 1
    loaded = lith.load(tmp_path / "model.lith")
    for factor in (1, 2):
        torch.testing.assert_close(loaded(X * factor), eager(X * factor))
        torch.testing.assert_close(loaded.encode(IDS), eager.encode(IDS))
        torch.testing.assert_close(loaded.encode(IDS, scale=3.5), eager.encode(IDS, scale=3.5))
        torch.testing.assert_close(loaded.peek(), eager.peek())
    assert (loaded.calls, loaded.rate, loaded.label) == (3, 0.5, "net")
    torch.testing.assert_close(loaded.instance().peek()[1:], (1, 0.5))
    with pytest.raises(AttributeError, match="has no method 'decode'"):
        loaded.decode  # noqa: B018


def test_other_weights(tmp_path: Path) -> None:
    program, before = called()
    program.save(tmp_path / "model.lith")
    loaded, other = lith.load(tmp_path / "model.lith"), copied(program)
    assert list(loaded.state_dict()) == sorted(
        other.state_dict(), key=list(loaded.state_dict()).index
    )
    assert dict(loaded.named_parameters()).keys() == {
        name for name, _ in other.named_parameters(remove_duplicate=False)
    }
    assert "scratch" in dict(loaded.named_buffers()) and "scratch" not in loaded.state_dict()
    for name, value in other.state_dict().items():
        torch.testing.assert_close(loaded.state_dict()[name], value)
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.mul_(1.5)
    other.calls = 1
    assert loaded.load_state_dict(other.state_dict()) == ([], [])
    torch.testing.assert_close(loaded(X), other(X))
    torch.testing.assert_close(loaded.encode(IDS), other.encode(IDS))
    kept = loaded.state_dict()
    with pytest.raises(
        RuntimeError, match=r"missing keys.*unexpected keys: \['x'\].*size mismatch for total"
    ):
        loaded.load_state_dict({"x": X, "total": torch.ones(3)})
    assert loaded.load_state_dict({"total": torch.ones(2), "x": X}, strict=False)[1] == ["x"]
    torch.testing.assert_close(loaded.peek()[0], torch.ones(2))
    torch.testing.assert_close(loaded.state_dict()["head.weight"], kept["embedding.weight"])


def test_frozen_programs_have_no_state(tmp_path: Path) -> None:
    program = lith.to_static(nn.Linear(2, 2).eval(), freeze=True)
    program(X)
    program.save(tmp_path / "frozen.lith")
    with pytest.raises(RuntimeError, match="it was saved frozen"):
        lith.load(tmp_path / "frozen.lith").load_state_dict({})


def test_what_no_program_reads_is_left_out(tmp_path: Path) -> None:
    class Odd(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer, self.lazy = nn.Linear(2, 2), nn.LazyLinear(3)
            self.far = nn.Parameter(torch.empty(2, device="meta"))
            self.register_buffer("sparse", torch.eye(2).to_sparse())
            self.big, self.count = 2**70, 3

        def forward(self, x):
            return self.layer(x)

    program = lith.to_static(Odd())
    program(X)
    program.save(tmp_path / "odd.lith")
    loaded = lith.load(tmp_path / "odd.lith")
    assert list(loaded.state_dict()) == ["layer.weight", "layer.bias"] and loaded.count == 3
    torch.testing.assert_close(loaded(X), program(X))


def test_programs_by_name() -> None:
    scale = torch.tensor(3.0)
    inc, scaled = lith.to_static(lambda x: x + 1), lith.to_static(lambda x, n=2: x * scale * n)
    inc(X), scaled(X, 4)
    file = io.BytesIO()
    lith.save(
        {"inc": inc, "scaled": scaled},
        file,
        metadata={"by": "us"},
        extra_files={"a/b": b"\0\1", "c": "d"},
    )
    file.seek(0)
    loaded = lith.load(file)
    torch.testing.assert_close(loaded.inc(X), X + 1)
    torch.testing.assert_close(loaded.scaled(X, 5), X * 15)
    assert loaded.metadata == {"by": "us"} and loaded.extra_files == {"a/b": b"\0\1", "c": b"d"}
    with pytest.raises(TypeError, match="holds methods only: 'inc', 'scaled'"):
        loaded(X)
    with pytest.raises(lith.CompileError, match="nothing says what to save of 'never'"):
        lith.save({"never": lith.to_static(torch.sin)}, file)
    with pytest.raises(ValueError, match="is no name of a method"):
        lith.save({"a b": inc}, file)
    with pytest.raises(TypeError, match="is not compiled by Lith"):
        lith.save({"f": torch.sin}, file)


def test_a_marked_method_that_was_never_called(tmp_path: Path) -> None:
    program = lith.to_static(Model().eval())
    program(X)
    with pytest.raises(lith.CompileError, match="nothing says what to save of the method 'encode'"):
        program.save(tmp_path / "model.lith")


def test_methods_that_were_compiled_on_the_module(tmp_path: Path) -> None:
    class Plain(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(2, 2)

        def forward(self, x):
            return self.layer(x)

        def twice(self, x):
            return self(self(x))

    module = Plain()
    program = lith.to_static(module)
    module.twice = lith.to_static(module.twice)
    program(X), module.twice(X)
    program.save(tmp_path / "plain.lith")
    torch.testing.assert_close(lith.load(tmp_path / "plain.lith").twice(X), Plain.twice(module, X))
