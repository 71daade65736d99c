"""Backward hooks of modules, of calls that eager code differentiates and within programs."""

import pytest
import torch
from torch import nn

import lith
from gradients.harness import same

D = torch.float64


class Pair(nn.Module):
    """Gives two tensors and a number, of two."""

    def forward(self, x, y):
        return x * y, (x + y).detach(), 3


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Linear(3, 4, dtype=D)
        self.two = nn.Linear(4, 4, dtype=D)
        self.pair = Pair()

    def forward(self, x):
        h = torch.tanh(self.one(x))
        first, second, count = self.pair(self.two(h), self.two(h * 2))
        return first * second * count + h


def leaf(*shape: int) -> torch.Tensor:
    return torch.linspace(-1, 2, torch.Size(shape).numel(), dtype=D).view(shape).requires_grad_()


def grads(net: nn.Module) -> list[torch.Tensor | None]:
    return [each.grad for each in net.parameters()]


def seen_gradients(net, run):
    said = []
    net.one.register_full_backward_hook(lambda m, i, o: said.append(("one", i, o)))
    net.two.register_full_backward_hook(lambda m, i, o: said.append(("two", i, o)))
    net.pair.register_full_backward_hook(lambda m, i, o: said.append(("pair", i, o)))
    net.pair.register_full_backward_pre_hook(lambda m, o: said.append(("before", o)))
    for _ in range(2):
        run(leaf(5, 3))
    run(leaf(5, 3).detach())
    return said


def gradients_that_hooks_change(net, run):
    net.one.register_full_backward_hook(lambda m, i, o: (i[0] * 3,))
    net.two.register_full_backward_pre_hook(lambda m, o: (o[0].clamp(max=0.5),))
    net.two.register_full_backward_hook(lambda m, i, o: (i[0] + o[0].sum(),))
    net.two.register_full_backward_hook(lambda m, i, o: (i[0] * 0.5,))
    x = leaf(5, 3)
    run(x)
    return x.grad


def hooks_that_come_and_go(net, run):
    said = []
    handle = net.two.register_full_backward_hook(lambda m, i, o: said.append(o[0].sum()))
    run(leaf(5, 3))
    handle.remove()
    run(leaf(5, 3))
    net.two.register_full_backward_hook(lambda m, i, o: said.append(-o[0].sum()))
    run(leaf(5, 3))
    return said


class Stopped(Exception):
    pass


def hook_that_raises(net, run):
    def stop(module, grad_input, grad_output):
        raise Stopped("here")

    net.two.register_full_backward_hook(stop)
    with pytest.raises(Stopped, match="here"):
        run(leaf(5, 3))


def hook_of_a_wrong_number(net, run):
    net.two.register_full_backward_hook(lambda m, i, o: (i[0], i[0]))
    with pytest.raises(RuntimeError, match="invalid number of grad_input, got 2, but expected 1"):
        run(leaf(5, 3))


def hook_of_all_modules(net, run):
    said = []
    handle = nn.modules.module.register_module_full_backward_hook(
        lambda m, i, o: said.append((type(m).__name__, o[0].sum()))
    )
    try:
        run(leaf(5, 3))
    finally:
        handle.remove()
    return [each for each in said if each[0] != "Net"]


PROGRAMS = [
    seen_gradients,
    gradients_that_hooks_change,
    hooks_that_come_and_go,
    hook_that_raises,
    hook_of_a_wrong_number,
    hook_of_all_modules,
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("where", ["across", "inside"])
def test_as_eager(program, where: str) -> None:
    seen = []
    for wrap in (lambda function: function, lith.to_static):
        torch.manual_seed(0)
        net = Net()
        if where == "across":
            model = wrap(net)
            said = program(net, lambda x, model=model: (model(x) ** 2).sum().backward())
        else:
            said = program(net, wrap(lambda x, net=net: (net(x) ** 2).sum().backward()))
        seen.append([said, grads(net)])
    same(seen[0], seen[1])


def test_a_gradient_of_a_gradient_raises() -> None:
    net = Net()
    net.one.register_full_backward_hook(lambda m, i, o: None)
    x = leaf(5, 3)
    with pytest.raises(RuntimeError, match="gradient of a gradient through backward hooks"):
        torch.autograd.grad(lith.to_static(net)(x).sum(), x, create_graph=True)


def test_what_a_node_lacks_raises() -> None:
    with pytest.raises(NotImplementedError, match="register_full_backward_hook"):
        lith.to_static(lambda x: (x * 2).grad_fn.register_hook(print))(leaf(3))
    with pytest.raises(NotImplementedError, match="next_functions"):
        lith.to_static(lambda x: len((x * 2).grad_fn.next_functions))(leaf(3))


def nodes(x, y):
    z = x * 2
    plain = y * 2
    names = [t.grad_fn.name() for t in (z, z.exp(), z.view(-1), torch.relu(z))]
    return x.grad_fn is None, plain.grad_fn is None, z.grad_fn is not None, names


def test_grad_fn() -> None:
    compiled = lith.to_static(nodes)
    for x in (leaf(3), leaf(3) * 2):
        assert compiled(x, leaf(3).detach()) == nodes(x, leaf(3).detach())
