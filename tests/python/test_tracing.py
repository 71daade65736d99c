"""lith.trace and trace_module: modules that are traced, what is checked, and what is refused."""

from __future__ import annotations

import copy
import warnings

import pytest
import torch

import lith


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
        self.register_buffer("calls", torch.zeros(1))
        self.plain = torch.ones(3)

    def forward(self, x, y=None):
        self.calls += 1
        result = {"a": torch.relu(self.layers(x)) + self.calls + self.plain}
        if y is not None:
            result["b"] = y * 2
        return result

    def weighted(self, x):
        return self.layers[0].weight @ x


X = torch.linspace(-1, 1, 8).reshape(4, 2)


@pytest.fixture
def net() -> Net:
    torch.manual_seed(0)
    return Net()


def test_a_traced_module_is_a_module(net) -> None:
    """It shares parameters, buffers and parts, which calls of it write as eager does."""
    eager = copy.deepcopy(net)
    traced = lith.trace(net, X)
    assert isinstance(traced, torch.nn.Module) and type(traced).__name__ == "Net"
    assert list(traced.state_dict()) == list(net.state_dict()) and traced.layers is net.layers
    eager(X)
    for factor in (1.0, 2.0):
        torch.testing.assert_close(traced(X * factor), eager(X * factor))
    torch.testing.assert_close(dict(net.named_buffers()), dict(eager.named_buffers()))
    traced(X)["a"].sum().backward()
    assert net.layers[0].weight.grad is not None
    net.layers[0].weight = torch.nn.Parameter(torch.zeros(3, 2))
    eager.layers[0].weight = torch.nn.Parameter(torch.zeros(3, 2))
    eager(X)
    torch.testing.assert_close(traced(X), eager(X))


def test_arguments_by_keyword(net) -> None:
    traced = lith.trace(net.eval(), (X,), example_kwarg_inputs={"y": X})
    assert torch.equal(traced(X, y=X + 1)["b"], 2 * (X + 1))
    only = lith.trace(lambda x, scale: x * scale, example_kwarg_inputs={"x": X, "scale": X})
    assert torch.equal(only(scale=X + 1, x=X), X * (X + 1))


def test_several_methods(net, tmp_path) -> None:
    traced = lith.trace_module(net.eval(), {"forward": X, "weighted": (X.T,)})
    torch.testing.assert_close(traced.weighted(X.T), net.weighted(X.T))
    traced(X)
    traced.save(tmp_path / "net.lith")
    loaded = lith.load(tmp_path / "net.lith")
    with torch.no_grad():
        torch.testing.assert_close(loaded.weighted(X.T * 2), net.weighted(X.T * 2))
        torch.testing.assert_close(loaded(X), net(X))
    assert "layers.0.weight" in loaded.state_dict()


REPEATS = "does not repeat the example call"


def test_what_is_checked() -> None:
    def noisy(x):
        return x + torch.rand(2)

    def by_rows(x):
        return x * 2 if x.shape[0] > 3 else x

    with pytest.raises(lith.CompileError, match=REPEATS):
        lith.trace(noisy, X)
    assert lith.trace(noisy, X, check_trace=False)(X).shape == X.shape
    with pytest.raises(lith.CompileError, match=REPEATS):
        lith.trace(by_rows, X, check_inputs=[(X[:2],)])
    lith.trace(by_rows, X, check_inputs=[X + 1])

    class Rows(torch.nn.Module):
        def forward(self, x):
            return by_rows(x)

    with pytest.raises(lith.CompileError, match=REPEATS):
        lith.trace_module(Rows(), {"forward": X}, check_inputs=[{"forward": X[:2]}])

    def drifting(x):
        drifting.calls += 1
        return x + 1e-3 * drifting.calls

    drifting.calls = 0
    with pytest.raises(lith.CompileError, match=REPEATS):
        lith.trace(drifting, X, check_inputs=[X])
    lith.trace(drifting, X, check_inputs=[X], check_tolerance=0.1)


def test_what_is_written_is_written_once() -> None:
    """Checking does not call what it writes a second time."""
    norm = torch.nn.BatchNorm1d(2)
    traced = lith.trace(lambda x: norm(x), X)
    assert norm.num_batches_tracked == 1
    traced(X)
    assert norm.num_batches_tracked == 2

    def into(x):
        out = torch.empty(2)
        torch.add(x, 1, out=out)
        return out

    assert torch.equal(lith.trace(into, X[0])(X[1]), X[1] + 1)


def test_scripted_functions_are_part_of_the_call() -> None:
    scripted = torch.jit.script(lambda_of_script)
    assert torch.equal(lith.trace(lambda x: scripted(x) + 1, X)(X + 1), (X + 1) * 7 + 1)


def lambda_of_script(x: torch.Tensor) -> torch.Tensor:
    return x * 7


def test_a_tensor_that_nothing_seen_makes_is_refused() -> None:
    def by_numpy(x):
        return x + torch.from_numpy(x.numpy() * 2).clone()

    def unseen(x):
        with torch._C.DisableTorchFunction():
            hidden = x * 3
        return hidden + x

    with pytest.raises(lith.CompileError, match="by something that tracing does not see"):
        lith.trace(unseen, X)
    with pytest.raises(lith.CompileError):
        lith.trace(by_numpy, X, check_inputs=[X + 1])


@pytest.mark.parametrize(
    ("module", "shape"),
    [
        (torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval(), (2, 3, 8)),
        (torch.nn.LSTM(4, 4), (2, 3, 4)),
        (torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.MaxPool2d(2)), (2, 3, 8, 8)),
    ],
)
def test_modules_of_torch(module, shape) -> None:
    x = torch.randn(shape)
    with torch.no_grad():
        traced = lith.trace(module, x)
        torch.testing.assert_close(traced(x + 1), module(x + 1))


def test_a_warning_names_the_line_of_the_user() -> None:
    with pytest.warns(Warning, match=r"test_tracing.py:\d+: item\(\) gave 1.0, which is baked"):
        lith.trace(lambda x: x + x.item(), torch.ones(()))


def test_a_scripted_module_is_part_of_the_call() -> None:
    module = torch.jit.script(torch.nn.Linear(2, 2))
    with torch.no_grad():
        traced = lith.trace(lambda x: module(x) * 2, torch.ones(2))
        for x in (torch.zeros(2), torch.arange(2.0)):
            assert torch.equal(traced(x), module(x) * 2)
