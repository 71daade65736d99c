"""Compiled functions and modules that eager code trains, against eager's gradients."""

import copy
import gc
import threading
import weakref

import pytest
import torch
from torch import nn

import lith

T = torch.tensor


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(4, 8)
        self.out = nn.Linear(8, 2)
        self.unused = nn.Linear(8, 2)

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x)))


def models() -> tuple[nn.Module, nn.Module]:
    """The same MLP, eager and compiled."""
    torch.manual_seed(0)
    model = MLP()
    return model, lith.to_static(copy.deepcopy(model))


def batch(seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(5, 4, generator=generator), torch.randn(5, 2, generator=generator)


def gradients(model: nn.Module) -> list[torch.Tensor | None]:
    return [parameter.grad for parameter in model.parameters()]


def assert_same(actual, expected) -> None:
    """Also where it is None."""
    torch.testing.assert_close(actual, expected, rtol=1e-5, atol=1e-6)


def test_ten_steps() -> None:
    losses, ends = [], []
    for model in models():
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        for step in range(10):
            x, y = batch(step)
            loss = ((model(x) - y) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        ends.append([p.detach() for p in model.parameters()])
    assert_same(losses[10:], losses[:10])
    assert_same(ends[1], ends[0])


def test_what_is_not_used_has_no_gradient() -> None:
    eager, compiled = models()
    for model in (eager, compiled):
        model(batch(0)[0]).sum().backward()
    assert_same(gradients(compiled), gradients(eager))
    assert gradients(compiled)[-1] is None


def test_two_forwards_before_one_backward() -> None:
    eager, compiled = models()
    for model in (eager, compiled):
        first, second = model(batch(0)[0]), model(batch(1)[0])
        (first * second).sum().backward()
    assert_same(gradients(compiled), gradients(eager))


def test_a_graph_is_kept_or_given_up() -> None:
    eager, compiled = models()
    for model in (eager, compiled):
        loss = model(batch(0)[0]).sum()
        loss.backward(retain_graph=True)
        loss.backward()
        with pytest.raises(RuntimeError, match="backward through the graph a second time"):
            loss.backward()
    assert_same(gradients(compiled), gradients(eager))


def test_some_inputs_only() -> None:
    eager, compiled = models()
    for model in (eager, compiled):
        x = batch(0)[0].requires_grad_()
        loss = model(x * 2).sum()
        loss.backward(inputs=[model.out.weight, x])
    assert_same(gradients(compiled), gradients(eager))
    assert gradients(compiled)[0] is None


def test_hooks_of_parameters() -> None:
    seen = []
    eager, compiled = models()
    for model in (eager, compiled):
        names = []
        model.out.weight.register_hook(lambda g, names=names: (names.append("twice"), 2 * g)[1])
        model.hidden.bias.register_post_accumulate_grad_hook(
            lambda p, names=names: names.append(p.grad.shape)
        )
        model(batch(0)[0]).sum().backward()
        seen.append(names)
    assert seen[0] == seen[1]
    assert_same(gradients(compiled), gradients(eager))


@pytest.mark.parametrize("changed", ["weight", "result", "nothing"])
def test_writes_between_forward_and_backward(changed: str) -> None:
    def write(model: nn.Module) -> list[torch.Tensor | None]:
        y = model(batch(0)[0])
        with torch.no_grad():
            if changed == "weight":
                model.out.weight.add_(1)
            if changed == "result":
                y.mul_(2)
        (y.sum()).backward()
        return gradients(model)

    eager, compiled = models()
    if changed != "weight":
        assert_same(write(compiled), write(eager))
        return
    for model in (eager, compiled):
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            write(model)


def test_a_saved_result_must_not_be_written() -> None:
    for exp in (torch.exp, lith.to_static(torch.exp)):
        y = exp(torch.ones(3, requires_grad=True))
        y.detach().mul_(2)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_parameters_that_change_between_calls() -> None:
    """Other sizes, another dtype, another object, hooks: the node that adds to one is the right one."""
    seen = []
    for wrap in (lambda module: module, lith.to_static):
        torch.manual_seed(0)
        module = nn.Linear(3, 2)
        run, said, names = wrap(module), [], []

        def step(dtype=torch.float32, run=run, module=module, said=said) -> None:
            run(torch.ones(4, 3, dtype=dtype)).pow(2).sum().backward()
            said.extend(p.grad.clone() for p in module.parameters())
            module.zero_grad()

        step()
        step()
        module.weight.data, module.bias.data = torch.ones(5, 3), torch.ones(5)
        step()
        module.weight.register_hook(lambda g: g * 2)
        step()
        module.weight.register_post_accumulate_grad_hook(
            lambda p, names=names: names.append(p.shape)
        )
        step()
        gone = weakref.ref(module.weight)
        module.weight = nn.Parameter(torch.full((5, 3), 2.0))
        step()
        gc.collect()
        assert gone() is None
        module.double()
        step(torch.float64)
        seen.append([*said, len(names)])
    assert_same(seen[1], seen[0])


def test_a_model_that_nobody_has_is_freed() -> None:
    model = MLP()
    compiled = lith.to_static(model)
    compiled(batch(0)[0]).sum().backward()
    gone = weakref.ref(model.hidden.weight)
    del model, compiled
    gc.collect()
    assert gone() is None


def several(x, y):
    product = torch.sin(x) * y
    return {"product": product, "part": product[1:], "count": (x > 0).sum()}, [x, x * 2, y.detach()]


def test_several_results_and_views_of_them() -> None:
    seen = []
    for function in (several, lith.to_static(several)):
        x, y = T([1.0, 2.0, -1.0]).requires_grad_(), T([0.5, 1.0, 2.0]).requires_grad_()
        named, (same, double, cut) = function(x, y)
        assert same is x and not cut.requires_grad and not named["count"].requires_grad
        total = named["product"].sum() + 3 * named["part"].sum() + double.prod()
        seen.append(torch.autograd.grad(total, (x, y)))
        seen.append(torch.autograd.grad(function(x, y)[0]["part"].sum(), (x, y)))
    assert_same(seen[2:], seen[:2])


def test_each_result_by_itself() -> None:
    for function in (several, lith.to_static(several)):
        x, y = T([1.0, 2.0]).requires_grad_(), T([0.5, 1.0]).requires_grad_()
        _, (_, double, _) = function(x, y)
        assert torch.autograd.grad(double.sum(), y, allow_unused=True, retain_graph=True) == (None,)
        assert_same(torch.autograd.grad(double.sum(), x), (T([2.0, 2.0]),))


def written(x, buffer):
    buffer.add_(x)
    return buffer * 2


def test_a_write_of_what_requires_a_gradient() -> None:
    seen = []
    for function in (written, lith.to_static(written)):
        x, buffer = T([1.0, 2.0]).requires_grad_(), torch.zeros(2)
        y = function(x, buffer)
        assert buffer.requires_grad and not buffer.is_leaf and buffer._version == 1
        seen.append(torch.autograd.grad((y * buffer).sum(), x))
    assert_same(seen[1], seen[0])


def test_eager_and_compiled_parts_in_turn() -> None:
    @lith.to_static
    def square(x):
        return x * x

    x = torch.ones(3, requires_grad=True)
    y = square(torch.sin(square(x)) + x)
    (gradient,) = torch.autograd.grad(y.sum(), x)
    z = x.detach().requires_grad_()
    expected = torch.autograd.grad(((torch.sin(z * z) + z) ** 2).sum(), z)[0]
    assert_same(gradient, expected)


def test_a_graph_goes_with_its_results() -> None:
    _, compiled = models()
    x = batch(0)[0].requires_grad_()
    gone = weakref.ref(x)
    y = compiled(x)
    del x
    y = y.detach()
    gc.collect()
    assert gone() is None and y is not None


def test_two_threads_at_once() -> None:
    eager, _ = models()
    failed = []

    def train(seed: int) -> None:
        model = copy.deepcopy(eager)
        compiled = lith.to_static(copy.deepcopy(eager))
        for step in range(30):
            for one in (model, compiled):
                one(batch(seed * 100 + step)[0]).sum().backward()
        try:
            assert_same(gradients(compiled), gradients(model))
        except AssertionError as error:
            failed.append(error)

    threads = [threading.Thread(target=train, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def met(x, w):
    y = x * 2
    if x.sum() > 0:
        y = y @ w
    return y.sum(), y[0], (y * y).sum()


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_several_results_of_what_met_at_an_if(sign: float) -> None:
    seen = []
    for function in (met, lith.to_static(met)):
        x, w = torch.full((2, 2), sign, requires_grad=True), T([[1.0, 2.0], [3.0, 4.0]])
        w.requires_grad_()
        total = sum((i + 1) * part.sum() for i, part in enumerate(function(x, w)))
        seen.append(torch.autograd.grad(total, (x, w), allow_unused=True))
    assert_same(seen[1], seen[0])


class Raises(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("no gradient")


def test_a_backward_raises_what_the_program_raises() -> None:
    x = torch.ones(3, requires_grad=True)
    result = lith.to_static(lambda x: Raises.apply(x).sum())(x)
    for _ in range(2):
        with pytest.raises(ValueError, match="no gradient"):
            result.backward(retain_graph=True)
    assert x.grad is None


class Stopped(Exception):
    def __init__(self, why, count):
        super().__init__(why, count)
        self.count = count


class RaisesOwn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        raise Stopped("no gradient", 3)


def test_a_backward_raises_classes_of_the_program() -> None:
    """Also where nothing else is left of the program."""
    x = torch.ones(3, requires_grad=True)
    result = lith.to_static(lambda x: RaisesOwn.apply(x).sum())(x)
    gc.collect()
    for _ in range(2):
        with pytest.raises(Stopped, match="no gradient") as raised:
            result.backward(retain_graph=True)
        assert raised.value.count == 3


def test_code_of_gradients_is_made_at_the_first_backward() -> None:
    """A program that nobody differentiates is hardly larger for it."""

    def code_size(enabled: bool) -> int:
        model = lith.to_static(
            nn.Sequential(*(nn.Sequential(nn.Linear(4, 4), nn.GELU()) for _ in range(8)))
        )
        with torch.set_grad_enabled(enabled):
            model(torch.ones(2, 4))
        return model.get_debug_state().programs[0].code_size

    assert code_size(True) < 2 * code_size(False)


def in_two_precisions(x, w):
    y = torch.softmax(x @ w, 1)
    with torch.autocast("cpu", enabled=False):
        z = x @ w
    return y, z, torch.is_autocast_enabled("cpu")


def test_a_program_for_each_region_of_autocast() -> None:
    compiled = lith.to_static(in_two_precisions)
    x, w = torch.randn(3, 4), torch.randn(4, 4)
    for on, dtype in [(True, torch.bfloat16), (True, torch.float16), (False, None)] * 2:
        seen = []
        for function in (in_two_precisions, compiled):
            leaves = [t.clone().requires_grad_() for t in (x, w)]
            with torch.autocast("cpu", dtype, enabled=on):
                y, z, was_on = function(*leaves)
            assert was_on == on
            ((y * y).sum() + z.sum()).backward()
            seen.append([y, z] + [each.grad for each in leaves])
        torch.testing.assert_close(seen[1], seen[0], rtol=2e-2, atol=2e-2)


class Critic(nn.Module):
    """With a loop, and a branch, that only run time knows."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(3, 8, dtype=torch.float64)
        self.outer = nn.Linear(8, 1, dtype=torch.float64)

    def forward(self, x):
        h = torch.tanh(self.inner(x))
        while h.norm() > 1:
            h = h * 0.5 * torch.sigmoid(h) + h * 0.1
        return self.outer(h) if h.sum() > 0 else self.outer(h * 2)


def test_a_penalty_of_gradients() -> None:
    torch.manual_seed(0)
    model = Critic()
    seen = []
    for critic in (model, lith.to_static(copy.deepcopy(model))):
        torch.manual_seed(1)
        for _ in range(3):
            x = torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
            (g,) = torch.autograd.grad(critic(x).sum(), x, create_graph=True)
            loss = ((g.norm(dim=1) - 1) ** 2).mean() + critic(x).mean()
            loss.backward()
        seen.append([loss, x.grad, *gradients(critic)])
    torch.testing.assert_close(seen[1], seen[0], rtol=1e-9, atol=1e-12)


def test_second_order() -> None:
    def function(a, b):
        return (a * b).sin().sum() + (a**3).sum()

    compiled = lith.to_static(function)
    a, b = (torch.rand(3, dtype=torch.float64, requires_grad=True) for _ in range(2))
    assert torch.autograd.gradgradcheck(compiled, (a, b))
    seen = [torch.autograd.functional.hessian(f, (a, b)) for f in (function, compiled)]
    torch.testing.assert_close(seen[1], seen[0])


def test_third_order_raises() -> None:
    x = torch.ones(3, dtype=torch.float64, requires_grad=True)
    y = lith.to_static(lambda x: (x**4).sum())(x)
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    with pytest.raises(RuntimeError, match="was not compiled"):
        torch.autograd.grad(g.sum(), x, create_graph=True)
