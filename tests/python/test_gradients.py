"""Calls of compiled programs in PyTorch's graph, against eager."""

import pytest
import torch

import lith

T = torch.tensor


@lith.to_static
def squares(x, y):
    return x * x, {"both": x * y, "whole": (x > 0).sum()}


def test_one_node_of_all_results() -> None:
    x, y = torch.ones(3, requires_grad=True), torch.ones(3)
    first, others = squares(x, y)
    assert first.grad_fn is others["both"].grad_fn


def test_nothing_is_joined_without_gradients() -> None:
    x = torch.ones(3, requires_grad=True)
    with torch.no_grad():
        assert not squares(x, x)[0].requires_grad
    assert squares(x.detach(), x.detach())[0].grad_fn is None


class Keeps(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        self.last = x * self.weight
        if x.sum() > 3:
            raise ValueError("too much")
        return self.last.sum()


def test_what_is_kept_has_its_graph() -> None:
    gradients = []
    for wrap in (lambda module: module, lith.to_static):
        module = Keeps()
        wrap(module)(torch.ones(3))
        gradients += torch.autograd.grad((module.last * module.last).sum(), module.weight)
    assert torch.equal(*gradients)


def test_what_is_kept_of_a_call_that_raised_cannot_be_differentiated() -> None:
    """Whichever input is asked of, also where it may be unused."""
    module = Keeps()
    x = torch.full((3,), 2.0, requires_grad=True)
    with pytest.raises(ValueError):
        lith.to_static(module)(x)
    assert module.last.requires_grad
    for given in (x, module.weight):
        with pytest.raises(RuntimeError, match="not supported yet"):
            torch.autograd.grad(module.last.sum(), given, allow_unused=True)
    with pytest.raises(RuntimeError, match="not supported yet"):
        module.last.sum().backward()
    assert module.weight.grad is None


def itself_and_part(x):
    return x, x[1:]


def transposed(x):
    return x.t()


def flattened(x):
    return x.reshape(-1)


def parts(x):
    head, *rest = x.unbind()
    return [head[1:]], rest


def cut(x):
    return x.detach()[0], x[0].detach()


VIEWS = [itself_and_part, transposed, flattened, parts, cut]


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [tensor for part in value for tensor in tensors(part)]


def gradient_through(function, leaf, isLeaf: bool):
    """What one can see of the results and of the gradient that comes through them."""
    x = leaf if isLeaf else leaf * 2
    results = tensors(function(x))
    seen = [(r.requires_grad, r is x, r._base is x, r.is_leaf, r._version) for r in results]
    total = sum((r * torch.arange(1.0, 1 + r.numel()).view(r.shape)).sum() for r in results)
    if not total.requires_grad:
        return seen, None
    return seen, torch.autograd.grad(total, leaf)[0]


@pytest.mark.parametrize("isLeaf", [True, False])
@pytest.mark.parametrize("function", VIEWS, ids=lambda function: function.__name__)
def test_views_of_inputs_keep_the_inputs_graph(function, isLeaf: bool) -> None:
    leaf = torch.arange(6.0).view(2, 3).clone().requires_grad_()
    seen, gradient = gradient_through(lith.to_static(function), leaf, isLeaf)
    expected, eager = gradient_through(function, leaf, isLeaf)
    assert seen == expected
    torch.testing.assert_close(gradient, eager)


def test_a_write_through_a_view_reaches_the_inputs_graph() -> None:
    def written(function):
        leaf = torch.arange(6.0).view(2, 3).requires_grad_()
        x = leaf * 1
        function(x).mul_(3)
        return torch.autograd.grad((x * x).sum(), leaf)[0]

    torch.testing.assert_close(written(lith.to_static(transposed)), written(transposed))


def step(weight, rate):
    with torch.no_grad():
        weight -= rate
        return 10 // rate


@pytest.mark.parametrize("rate", [1, 0])
def test_a_write_raises_the_version(rate: int) -> None:
    """Also where the program raises after it."""
    x = torch.ones(3, requires_grad=True)
    for function in (step, lith.to_static(step)):
        weight = torch.ones(3, requires_grad=True)
        loss = (weight * x).sum()
        try:
            function(weight, rate)
        except ZeroDivisionError:
            assert rate == 0
        assert weight._version == 1
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            loss.backward()


def test_a_loaded_program_raises_versions_too(tmp_path) -> None:
    weight, x = torch.ones(3), torch.ones(3, requires_grad=True)
    compiled = lith.to_static(step)
    compiled(weight, 1)
    compiled.save(tmp_path / "step.lith")
    loss = (weight * x).sum()
    before = weight._version
    lith.load(tmp_path / "step.lith")(weight, 1)
    assert weight._version == before + 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_what_is_not_written_keeps_its_version() -> None:
    x, y = torch.ones(3), torch.ones(3)

    @lith.to_static
    def some(x, y):
        y.add_(x)
        return x + y

    some(x, y)
    assert (x._version, y._version) == (0, 1)
