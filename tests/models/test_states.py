"""Modules that write themselves: in process as PyTorch does, in an artifact one copy per instance."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import nn

import lith


@pytest.fixture(autouse=True)
def no_gradients():
    with torch.no_grad():
        torch.manual_seed(0)
        yield


class Table(nn.Module):
    """Positions that grow on demand, and what nobody reads."""

    def __init__(self):
        super().__init__()
        self.register_buffer("table", self.make(2), persistent=False)
        self.last = None

    @staticmethod
    def make(length: int) -> torch.Tensor:
        return torch.arange(length).float()[:, None] * torch.ones(3)

    def forward(self, x):
        if x.size(0) > self.table.size(0):
            self.table = self.make(x.size(0) * 2)
        self.last = x
        return x + self.table[: x.size(0)], self.table.size(0)


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.zeros(3))

    def forward(self, x):
        for row in x:
            self.state = torch.tanh(self.state + row)
        return self.state * 2


class Masked(nn.Conv1d):
    """The weight is masked in place; a table stays the tensor that it is."""

    def __init__(self):
        super().__init__(3, 3, 3, padding=1)
        self.register_buffer("mask", torch.tensor([1.0, 1.0, 0.0]))

    def forward(self, x):
        self.weight.data *= self.mask
        self.mask = self.mask.to(x.device)
        return super().forward(x.T[None])[0].T


class Normalised(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.utils.weight_norm(nn.Linear(3, 4))

    def forward(self, x):
        return self.layer(x)


LENGTHS = (1, 3, 2, 5, 1)


def same(got, want) -> None:
    got, want = (value if isinstance(value, tuple) else (value,) for value in (got, want))
    for a, b in zip(got, want):
        assert type(a) is type(b)
        torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("cls", [Table, Memory, Masked, Normalised])
def test_written(cls, tmp_path) -> None:
    model = cls().eval()
    saved, eager = copy.deepcopy(model), copy.deepcopy(model)
    program, compiled = lith.to_static(model), lith.to_static(saved)
    compiled(torch.randn(1, 3))
    compiled.save(str(tmp_path / "state.lith"))
    after_one = copy.deepcopy(saved)
    loaded = lith.load(str(tmp_path / "state.lith"))
    for length in LENGTHS:
        x = torch.randn(length, 3)
        same(program(x), eager(x))
        same(loaded(x), saved(x))
    for (name, a), (_, b) in zip(model.state_dict().items(), eager.state_dict().items()):
        assert torch.equal(a, b) or torch.allclose(a, b), name
    other = loaded.instance()  # as it was saved
    x = torch.randn(1, 3)
    same(other(x), after_one(x))


def averages():
    mean, count = torch.zeros(2), 0

    def update(x):
        nonlocal mean, count
        count += 1
        mean = mean + (x - mean) / count
        return mean, count

    return update


def test_variables_of_closures(tmp_path) -> None:
    """What a closure assigns to the variables around it is state, also of a saved program."""
    eager, update = averages(), averages()
    program = lith.to_static(update)
    for _ in range(3):
        x = torch.randn(2)
        same(program(x), eager(x))
    program.save(str(tmp_path / "closure.lith"))
    loaded = lith.load(str(tmp_path / "closure.lith"))
    for _ in range(3):
        x = torch.randn(2)
        same(loaded(x), eager(x))


def test_texts_are_kept(tmp_path) -> None:
    class Named(nn.Module):
        name = "x"

        def forward(self, x):
            self.name += "y"
            return x * len(self.name)

    eager = Named()
    program = lith.to_static(copy.deepcopy(eager))
    same(program(torch.ones(2)), eager(torch.ones(2)))
    program.save(str(tmp_path / "counted.lith"))
    loaded = lith.load(str(tmp_path / "counted.lith"))
    for _ in range(3):
        same(loaded(torch.ones(2)), eager(torch.ones(2)))


def test_one_output() -> None:
    """A layer of one output has one: what squeeze() gives has one rank, also in a list."""

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.score = nn.Linear(4, 1)

        def forward(self, x):
            picked = []
            for _ in range(x.size(1)):
                weights = self.score(x).squeeze(-1).softmax(-1)
                best = weights.argmax(-1)
                picked.append(x[torch.arange(x.size(0)), best])
                x = x * weights[..., None]
            return torch.stack(picked, 1)

    model = Attention()
    program = lith.to_static(model)
    for size in ((2, 3, 4), (1, 1, 4), (3, 2, 4)):
        x = torch.randn(*size)
        same(program(x), model(x))
    assert len(program.get_debug_state().programs) == 1
    model.score.weight.data, model.score.bias.data = torch.randn(1, 4), torch.randn(1)
    same(program(x), model(x))
    assert len(program.get_debug_state().programs) == 1


def test_frozen_table_that_grows(tmp_path) -> None:
    """With `freeze` what the module replaces is no constant."""
    eager, module = Table().eval(), Table().eval()
    inputs = [torch.randn(n, 3) for n in LENGTHS]
    program = lith.to_static(module, freeze=True)
    for x in inputs:
        same(program(x), eager(x))
    program.save(str(tmp_path / "table.lith"))
    loaded = lith.load(str(tmp_path / "table.lith"))
    for x in inputs:
        same(loaded(x), eager(x))


class Counter(nn.Module):
    """Numbers, a tuple and a list of tensors that each call replaces."""

    def __init__(self):
        super().__init__()
        self.steps, self.total = 0, 0.5
        self.hidden = (torch.zeros(3), torch.ones(3))
        self.past = [torch.zeros(3), torch.zeros(3)]

    def forward(self, x):
        self.steps += 1
        self.total += x.sum().item()
        first, second = self.hidden
        self.hidden = (second + x.sum(0), first * 0.5)
        for i in range(2):
            self.past[i] = self.past[i] + x[0] * i
        scale = 2.0 if self.steps % 2 else 1.0
        return self.hidden[0] * scale + self.past[1], self.steps, self.total


@pytest.mark.parametrize("freeze", [False, True])
def test_numbers_and_containers(freeze: bool, tmp_path) -> None:
    eager, module = Counter(), Counter()
    inputs = [torch.randn(n, 3) for n in LENGTHS]
    program = lith.to_static(module, freeze=freeze)
    for x in inputs:
        same(program(x), eager(x))
    program.save(str(tmp_path / "counter.lith"))
    loaded = lith.load(str(tmp_path / "counter.lith"))
    again = copy.deepcopy(eager)
    for x in inputs:
        same(loaded(x), eager(x))
    other = lith.load(str(tmp_path / "counter.lith"))
    for x in inputs:
        same(other(x), again(x))


class Holder(Counter):
    def forward(self, x):
        self.past[0] = self.past[0] + x[0]
        return self.past


def test_result_that_is_state(tmp_path) -> None:
    program = lith.to_static(Holder())
    program(torch.ones(1, 3))
    with pytest.raises(lith.CompileError, match="what the program replaces"):
        program.save(str(tmp_path / "holder.lith"))


class Settings:
    def __init__(self, inner=None):
        self.names, self.sizes, self.inner = ["a", "b"], {"x": 1, "y": [2, 3]}, inner
        self.table = torch.arange(3.0)


class Described(nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = Settings(Settings())

    def forward(self, x):
        return x * 2, self.settings, [x + 1, self.settings.names]


def test_objects_in_results(tmp_path) -> None:
    model = Described()
    program = lith.to_static(model)
    x = torch.randn(2)
    assert program(x)[1] is model.settings
    program.save(str(tmp_path / "described.lith"))
    y, settings, parts = lith.load(str(tmp_path / "described.lith"))(x)
    assert torch.equal(y, x * 2) and torch.equal(parts[0], x + 1)
    assert settings.names == parts[1] == ["a", "b"]
    assert settings.inner.sizes == {"x": 1, "y": [2, 3]}
    assert torch.equal(settings.inner.table, torch.arange(3.0))


def test_statistics_of_many_layers():
    """Each layer writes three tensors: staging learns of all of them in one attempt."""
    model = nn.Sequential(*[nn.BatchNorm1d(2) for _ in range(90)]).train()
    twin = copy.deepcopy(model)
    program = lith.to_static(twin)
    for size in (4, 7):
        x = torch.randn(size, 2)
        torch.testing.assert_close(program(x), model(x), rtol=1e-4, atol=1e-4)
    for got, want in zip(twin.buffers(), model.buffers()):
        torch.testing.assert_close(got, want, rtol=1e-4, atol=1e-4)
