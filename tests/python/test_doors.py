"""The doors of torch.jit under Lith's name, and what its own decorators do in compiled code."""

# ruff: noqa: UP006, UP035, UP045 (as users of torch.jit write types)

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Dict, List, Optional

import pytest
import torch

import lith

X = torch.tensor([1.0, 2.0])


@pytest.fixture(autouse=True)
def no_grad():
    with torch.no_grad():
        yield


# --- marks


@lith.ignore
def ignored(x):
    return x + 1


@lith.ignore(drop=True)
def dropped(x):
    return x + 2


@lith.unused
def unused(x):
    return x + 3


@torch.jit.ignore
def torchs_ignored(x):
    return x + 4


@torch.jit.unused
def torchs_unused(x):
    return x + 5


@lith.interface
class Scaling:
    def scale(self, x: torch.Tensor) -> torch.Tensor:
        return x


@torch.jit.interface
class TorchsScaling:
    def scale(self, x: torch.Tensor) -> torch.Tensor:
        pass


@lith.script
class Twice:
    def __init__(self, n: int) -> None:
        self.n = n

    def scale(self, x):
        return x * self.n


def marked(x):
    first = lith.annotate(List[int], [])
    second = torch.jit.annotate(Dict[str, int], {})
    third = torch.jit.annotate(Optional[int], None)
    first.append(2)
    second["a"] = 3
    total = ignored(x) + dropped(x) + unused(x) + torchs_ignored(x) + torchs_unused(x)
    return total, first, second, third, Twice(2).scale(x), torch.jit.is_scripting()


def test_marks_change_nothing() -> None:
    got, want = lith.to_static(marked)(X), marked(X)
    assert torch.equal(got[0], want[0]) and got[1:4] == want[1:4] and torch.equal(got[4], want[4])
    assert got[5] is want[5] is False and Twice(3).n == 3


class Constants(torch.nn.Module):
    count: lith.Final[int]
    __constants__ = ["other"]

    def __init__(self) -> None:
        super().__init__()
        self.count, self.other = 2, 3

    @torch.jit.export
    def exported(self, x):
        return x - self.count

    @torch.jit.ignore
    def in_python(self, x):
        return x - 5

    @property
    @torch.jit.unused
    def half(self):
        return self.count / 2

    def forward(self, x):
        return x * self.count + self.other + self.in_python(x) * self.half


def test_marks_of_a_module() -> None:
    module, compiled = Constants(), lith.script(Constants())
    assert torch.equal(compiled(X), module(X)) and torch.equal(compiled.exported(X), X - 2)
    module.count = compiled.count = 5
    assert torch.equal(compiled(X), module(X))


def test_classes() -> None:
    assert lith.script(Scaling) is Scaling
    for door in (lith.script, lith.to_static):
        with pytest.raises(TypeError, match="a class cannot be compiled"):
            door(Constants)
    with pytest.raises(TypeError, match="a class cannot be compiled"):
        lith.to_static(Scaling)


# --- ScriptModule


class Scripted(lith.ScriptModule):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))
        self.n = n
        self.table = lith.Attribute({"a": 2}, Dict[str, int])
        self.other = torch.jit.Attribute([3], List[int])
        self.define("def thrice(self, x):\n    return x * self.n * 3\n")

    @lith.script_method
    def minus(self, x):
        return x - self.n

    def plain(self, x):
        return len(x)

    def forward(self, x):
        return x * self.weight + self.table["a"] + self.other[0] + self.thrice(x)


def test_script_module() -> None:
    module = Scripted(5)
    assert isinstance(module, Scripted) and isinstance(module, lith.ScriptModule)
    assert torch.equal(module(X), X + 5 + X * 15) and torch.equal(module.minus(X), X - 5)
    assert torch.equal(module.thrice(X), X * 15) and module.plain(X) == 2
    assert module.table == {"a": 2} and list(module.state_dict()) == ["weight"]
    assert len(module.get_debug_state().programs) == 1 and "matmul" not in str(module.graph)
    assert len(module.minus.__func__.get_debug_state().programs) == 1
    assert lith.to_static(module) is module


def test_script_module_is_saved_with_its_methods(tmp_path) -> None:
    module = Scripted(5)
    module(X), module.minus(X), module.thrice(X)
    module.save(tmp_path / "m.lith")
    loaded = lith.load(tmp_path / "m.lith")
    assert torch.equal(loaded(X), module(X)) and torch.equal(loaded.minus(X), X - 5)


def test_script_modules_within_modules() -> None:
    class Outer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = Scripted(2)

        def forward(self, x):
            return self.inner(x) + self.inner.minus(x)

    module = Outer()
    assert torch.equal(lith.to_static(module)(X), module(X))


def test_import_leaves_torch_out() -> None:
    code = "import sys, lith; assert 'torch' not in sys.modules; lith.ScriptModule; assert 'torch' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        lith.Nothing  # noqa: B018


# --- tasks


def of_tasks(x, n: int):
    first = lith.fork(ignored, x)
    second = torch.jit.fork(lambda y, k: y * k, x, k=3)
    many = [torch.jit.fork(unused, x + i) for i in range(n)]
    total = lith.wait(first) + torch.jit.wait(second)
    for task in many:
        total = total + task.wait()
    return total, first.done(), second.then(lambda task: task.value() + 1).wait()


def failing(x):
    task = torch.jit.fork(raising, x)
    return torch.jit.wait(task)


def raising(x):
    raise ValueError(f"no {x.ndim}")


def test_tasks() -> None:
    got = lith.to_static(of_tasks)(X, 3)
    assert torch.equal(got[0], ignored(X) + X * 3 + sum(unused(X + i) for i in range(3)))
    assert got[1] is True and torch.equal(got[2], X * 3 + 1)
    assert torch.equal(lith.wait(lith.fork(ignored, X)), X + 1)
    for call in (failing, lith.to_static(failing)):
        with pytest.raises(ValueError, match="no 1"):
            call(X)


# --- other programs as they are


class Small(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x, scale=2.0):
        self.calls.add_(1)
        return {"a": torch.relu(self.layer(x)) * scale + self.calls}


@pytest.fixture(scope="module")
def exported():
    size = torch.export.Dim("n", min=2, max=64)
    return torch.export.export(Small(), (torch.ones(3, 2),), dynamic_shapes={"x": {0: size}})


def test_exported_programs(exported, tmp_path) -> None:
    compiled = lith.to_static(exported)
    eager = copy.deepcopy(exported.module())  # modules of one program share their state
    for rows in (2, 5):
        x = torch.randn(rows, 2)
        torch.testing.assert_close(compiled(x), eager(x))
    assert compiled.calls == eager.calls == 2
    for wrong in (torch.ones(4, 3), torch.ones(65, 2), torch.ones(2)):
        with pytest.raises((AssertionError, IndexError)) as expected:
            eager(wrong)
        with pytest.raises(type(expected.value)) as raised:
            compiled(wrong)
        assert str(raised.value) == str(expected.value)
    compiled.save(tmp_path / "e.lith")
    x = torch.randn(3, 2)
    torch.testing.assert_close(lith.load(tmp_path / "e.lith")(x), eager(x))


def test_graph_modules() -> None:
    class Traced(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = torch.nn.Linear(2, 2)

        def forward(self, x):
            return torch.relu(self.layer(x)).sum(-1)

    module = torch.fx.symbolic_trace(Traced())
    compiled = lith.to_static(module)
    assert torch.allclose(compiled(torch.ones(3, 2)), module(torch.ones(3, 2)))
    with pytest.raises(RuntimeError) as expected:
        module(torch.ones(3, 3))
    with pytest.raises(RuntimeError) as raised:
        compiled(torch.ones(3, 3))
    assert str(raised.value) == str(expected.value)
    graph = torch.fx.Graph()
    graph.output(graph.call_function(torch.add, (graph.placeholder("x"), 2)))
    assert torch.equal(lith.to_static(torch.fx.GraphModule({}, graph))(X), X + 2)
