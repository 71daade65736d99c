"""What eager code does around compiled calls in its graph: each program runs with eager calls and
with compiled ones, and says the same."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from torch import nn

import lith
from gradients.harness import same

torch.set_num_threads(1)  # a test that is known to fail runs in a fork, where a pool has no threads

D = torch.float64


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Linear(3, 4, dtype=D)
        self.two = nn.Linear(4, 2, dtype=D)

    def forward(self, x):
        return self.two(torch.tanh(self.one(x)))


def leaf(*shape: int) -> torch.Tensor:
    return torch.linspace(-1, 2, torch.Size(shape).numel(), dtype=D).view(shape).requires_grad_()


def grads(*tensors: torch.Tensor) -> list[Any]:
    return [each.grad for each in tensors]


def error(run: Callable[[], Any]) -> tuple[str, str]:
    """Class and beginning of the text of what it raises."""
    try:
        run()
    except Exception as e:  # noqa: BLE001 - whatever it is, eager has to raise it too
        return type(e).__name__, str(e)[:60]
    return "nothing", ""


def inputs_of_backward(wrap):
    net, x = Net(), leaf(5, 3)
    y = x * 2
    out = wrap(net)(y)
    out.sum().backward(inputs=[net.one.bias, y], retain_graph=True)
    seen = [*grads(*net.parameters(), x), y.grad]
    (out * out).sum().backward(inputs=[x])
    return seen + grads(*net.parameters(), x)


def gradients_of_some(wrap):
    net, x = Net(), leaf(5, 3)
    out = wrap(net)(x)
    first = torch.autograd.grad(out.sum(), net.two.bias, retain_graph=True)
    unused = nn.Parameter(torch.ones(1))
    both = torch.autograd.grad(out.sum(), [x, unused], allow_unused=True, retain_graph=True)
    zeros = torch.autograd.grad(out.sum(), [unused], materialize_grads=True, allow_unused=True)
    return first, both, zeros, error(lambda: torch.autograd.grad(net(x).sum(), unused))


def hooks_of_modules(wrap):
    net, said = Net(), []
    net.one.register_forward_hook(lambda m, i, o: said.append(("forward", o.shape)))
    net.two.register_forward_pre_hook(lambda m, i: (i[0] * 2,))
    net.one.register_full_backward_hook(lambda m, i, o: said.append(("backward", o[0].sum())))
    wrap(net)(leaf(5, 3)).sum().backward()
    return said, grads(*net.parameters())


def hooks_of_the_whole_module(wrap):
    net, said = Net(), []
    net = wrap(net)
    net.register_forward_hook(lambda m, i, o: said.append(("forward", o.shape)))
    net.register_full_backward_hook(lambda m, i, o: said.append(("out", o[0].sum(), i[0] is None)))
    net.register_full_backward_pre_hook(lambda m, o: (o[0] * 3,))
    net(leaf(5, 3)).sum().backward()
    return said, grads(*net.parameters())


def hooks_of_tensors(wrap):
    net, x, said = Net(), leaf(5, 3), []
    y = x * 3
    y.register_hook(lambda g: g * 2)
    y.retain_grad()
    out = wrap(net)(y)
    out.register_hook(lambda g: said.append(g.shape))
    out.retain_grad()
    net.one.weight.register_hook(lambda g: said.append("weight"))
    net.one.weight.register_post_accumulate_grad_hook(lambda p: said.append(p.grad.sum()))
    out.pow(2).sum().backward()
    return sorted(map(str, said)), x.grad, y.grad, out.grad, grads(*net.parameters())


def hook_that_raises(wrap):
    net, x = Net(), leaf(5, 3)

    def stop(grad):
        raise ValueError("stopped")

    out = wrap(net)(x)
    out.register_hook(stop)
    said = error(lambda: out.sum().backward())
    net(x).sum().backward()
    return said, grads(*net.parameters())


def hook_of_a_node(wrap):
    x, said = leaf(3), []
    y = wrap(torch.sin)(x)
    y.grad_fn.register_hook(lambda inputs, outputs: said.append([g.sum() for g in outputs]))
    y.sum().backward()
    return said, x.grad


def saved_tensors_hooks(wrap):
    count = []

    def pack(tensor):
        count.append(tensor.shape)
        return tensor.clone()

    net, x = Net(), leaf(5, 3)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        out = wrap(net)(x)
    out.sum().backward()
    return bool(count), x.grad, grads(*net.parameters())


def two_forwards_and_a_sum(wrap):
    net, x = Net(), leaf(5, 3)
    model = wrap(net)
    first, second = model(x), model(x * 2)
    second.sum().backward()
    middle = [None if p.grad is None else p.grad.clone() for p in net.parameters()]
    (first * first).sum().backward()
    return middle, x.grad, grads(*net.parameters())


def parts_in_turn(wrap):
    net, x = Net(), leaf(5, 3)
    one, two, act = wrap(net.one), wrap(net.two), wrap(torch.tanh)
    first = torch.relu(act(one(x)))
    second = two(first + one(x)) * act(first).sum()
    second.sum().backward()
    return x.grad, grads(*net.parameters())


def update_of_weights_between(wrap):
    net, x = Net(), leaf(5, 3)
    out = wrap(net)(x)
    out.sum().backward(retain_graph=True)
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
    return error(lambda: out.sum().backward())


def update_of_what_is_not_saved(wrap):
    net, x = Net(), leaf(5, 3)
    out = wrap(net)(x)
    with torch.no_grad():
        net.two.bias.add_(1)
        net.one.bias.add_(1)
        out.mul_(0)
    out.sum().backward()
    return x.grad, grads(*net.parameters())


def graph_that_is_gone(wrap):
    x = leaf(3)
    y = wrap(torch.sin)(x)
    y.sum().backward()
    return error(lambda: y.sum().backward()), x.grad


def graph_of_sums_stays(wrap):
    x = leaf(3)
    y = wrap(lambda x: x + 1)(x)
    y.sum().backward()
    y.sum().backward()
    return x.grad


@dataclass
class Pair:
    first: Any
    second: Any


def nested_results(wrap):
    def some(x, y):
        z = x * y
        return {"all": [z, {"x": (x, 1)}], "pair": Pair(z.exp(), y), "cut": z.detach(), "no": None}

    x, y = leaf(3), leaf(3)
    got = wrap(some)(x, y)
    z, inner = got["all"]
    flags = [each.requires_grad for each in (z, got["cut"], got["pair"].first, got["pair"].second)]
    (z * inner["x"][0] + got["pair"].first * got["pair"].second).sum().backward()
    return flags, inner["x"][0] is x, got["pair"].second is y, x.grad, y.grad


def nested_arguments(wrap):
    def some(given, *, scale):
        total = given["xs"][0] * 2
        for each in given["xs"][1:]:
            total = total + each * given["pair"].first
        return total * scale[0]

    xs, pair, scale = [leaf(3) + i for i in range(3)], Pair(leaf(3), 1), (leaf(1),)
    leaves = [leaf(3) for _ in xs]
    wrap(some)(
        {"xs": [a * b for a, b in zip(xs, leaves)], "pair": pair}, scale=scale
    ).sum().backward()
    return grads(*leaves, pair.first, scale[0])


def the_same_leaf_twice(wrap):
    x = leaf(3)
    wrap(lambda a, b: a * b + a)(x, x).sum().backward()
    return x.grad


def leaves_made_in_the_program(wrap):
    def some(x, flag):
        a = x.detach().requires_grad_()
        b = torch.ones(3, dtype=D, requires_grad=True)
        return a, [b, a * b + x], a[1:] * 2

    x = leaf(3)
    a, (b, both), part = wrap(some)(x, True)
    total = (both * both).sum() + part.sum()
    total.backward()
    flags = [(t.requires_grad, t.is_leaf, t is x) for t in (a, b, both)]
    (a * 2).sum().backward()
    return flags, x.grad, a.grad, b.grad


def leaf_alone(wrap):
    x = leaf(3)
    a = wrap(lambda x: x.detach().requires_grad_())(x)
    (a * x).sum().backward()
    return a.is_leaf, a.grad, x.grad


def views_of_results(wrap):
    def some(x):
        y = x * 2
        return y, y[1:], y.view(-1)[:1]

    x = leaf(3)
    y, rest, first = wrap(some)(x)
    with torch.no_grad():
        y.add_(1)
    (y.sum() + 2 * rest.sum() + 3 * first.sum()).backward()
    return y.detach(), rest.detach(), x.grad


def views_of_inputs_written(wrap):
    x = leaf(4)
    y = x * 1
    part = wrap(lambda t: t[1:])(y)
    part.mul_(3)
    (y * y).sum().backward()
    return part.detach(), x.grad


def write_into_an_input(wrap):
    def some(buffer, x):
        buffer.mul_(x)
        buffer[0] = x[1] * x[1]
        return buffer.sum()

    x, other = leaf(3), leaf(3)
    buffer = other * 2
    total = wrap(some)(buffer, x)
    (total + (buffer * buffer).sum()).backward()
    return buffer.requires_grad, buffer.is_leaf, buffer._version, x.grad, other.grad


def write_into_a_plain_input(wrap):
    def some(buffer, x):
        buffer[1:] = x[1:] * 2

    x, buffer = leaf(3), torch.zeros(3, dtype=D)
    wrap(some)(buffer, x)
    (buffer * buffer).sum().backward()
    return buffer.requires_grad, buffer.is_leaf, x.grad


def write_into_a_leaf(wrap):
    x, y = torch.ones(3, requires_grad=True), leaf(3)
    return error(lambda: wrap(lambda x, y: x.add_(y))(x, y)), x.detach()


def write_under_no_grad(wrap):
    def some(x):
        with torch.no_grad():
            x.add_(1)
        return x * x

    x = leaf(3)
    wrap(some)(x).sum().backward()
    return x.grad, x._version


def results_without_gradients(wrap):
    def some(x):
        return x > 0, x.argmax(), x.detach() * 2, x.long(), x * 2

    x = leaf(3)
    got = wrap(some)(x)
    got[-1].sum().backward()
    return [each.requires_grad for each in got], error(lambda: got[2].sum().backward()), x.grad


def no_grad_and_inference(wrap):
    net, x = Net(), leaf(5, 3)
    model = wrap(net)
    with torch.no_grad():
        a = model(x)
    with torch.inference_mode():
        b = model(x)
    c = model(x)
    with torch.enable_grad():
        d = model(x)
    c.sum().backward()
    return a.requires_grad, b.is_inference(), c.requires_grad, d.requires_grad, x.grad


def modules_that_are_frozen(wrap):
    net, x = Net(), leaf(5, 3).detach()
    model = wrap(net)
    flags, seen = [], []
    for frozen in (["one"], ["one", "two"], []):
        for name in ("one", "two"):
            getattr(net, name).requires_grad_(name not in frozen)
        out = model(x)
        flags.append(out.requires_grad)
        if out.requires_grad:
            out.sum().backward()
        seen.append([None if p.grad is None else p.grad.clone() for p in net.parameters()])
    return flags, seen


def gradients_add_up_in_place(wrap):
    net, x = Net(), leaf(5, 3)
    model = wrap(net)
    model(x).sum().backward()
    kept = net.one.weight.grad
    model(x).sum().backward()
    return net.one.weight.grad is kept, kept


def gradients_are_own_memory(wrap):
    x, y = leaf(3), leaf(3)
    wrap(lambda x, y: x + y)(x, y).sum().backward()
    x.grad.add_(1)
    return x.grad, y.grad


def gradient_given(wrap):
    x = leaf(2, 3)
    y = wrap(torch.exp)(x)
    seen = []
    for g in (torch.ones(3, 2, dtype=D).t(), torch.ones(1, dtype=D).expand(2, 3)):
        seen += torch.autograd.grad(y, x, g, retain_graph=True)
    return seen, error(lambda: y.backward(torch.ones(3, dtype=D)))


def complex_results(wrap):
    x = leaf(3)
    y = wrap(lambda x: torch.complex(x, x * 2) * torch.tensor(1j))(x)
    y.conj().backward(torch.ones(3, dtype=torch.complex128).conj())
    return x.grad


def mixed_dtypes(wrap):
    x, w = leaf(3), torch.ones(3, requires_grad=True)
    y = wrap(lambda x, w: (x.float() * w, x * w))(x, w)
    (y[0].sum() + y[1].sum()).backward()
    return x.grad, w.grad


def deep_chain(wrap):
    step = wrap(lambda x: torch.sin(x) * 1.01)
    x = leaf(2)
    y = x
    for _ in range(3000):
        y = step(y)
    y.sum().backward()
    return x.grad


def checkpoint_of_a_call(wrap):
    net, x = Net(), leaf(5, 3)
    model = wrap(net)
    seen = []
    for reentrant in (False, True):
        y = torch.utils.checkpoint.checkpoint(model, x, use_reentrant=reentrant)
        y.sum().backward()
        seen.append(x.grad.clone())
    return seen, grads(*net.parameters())


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, run):
        ctx.save_for_backward(x)
        ctx.run = run
        return run(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            y = ctx.run(x)
        return torch.autograd.grad(y, x, grad)[0] * 2, None


def calls_within_a_backward(wrap):
    x = leaf(3)
    Twice.apply(x, wrap(torch.exp)).sum().backward()
    return x.grad


def under_anomaly_mode(wrap):
    x = leaf(3)
    with torch.autograd.detect_anomaly(check_nan=True):
        y = wrap(lambda x: torch.sqrt(x - x))(x)
        return error(lambda: (y * 0).sum().backward())[0]


def deep_copies_of_results(wrap):
    import copy

    x = leaf(3)
    y = wrap(torch.exp)(x)
    return error(lambda: copy.deepcopy(y))


def function_transforms(wrap):
    x = leaf(3).detach()
    f = wrap(lambda x: (x * x).sum())
    return error(lambda: torch.func.grad(f)(x))[0] in ("nothing", "CompileError", "RuntimeError")


def result_kept_on_an_object(wrap):
    class Keeps(nn.Module):
        def __init__(self):
            super().__init__()
            self.w = nn.Parameter(torch.ones(3, dtype=D))
            self.seen = []

        def forward(self, x):
            self.last = x * self.w
            self.seen.append(self.last.sum())
            return self.last * 2

    m = Keeps()
    f = wrap(m)
    x = leaf(3)
    f(x)
    f(x * 2)
    (m.last.sum() + sum(m.seen)).backward()
    return x.grad, m.w.grad


def state_carried_between_calls(wrap):
    class Cell(nn.Module):
        def __init__(self):
            super().__init__()
            self.w = nn.Parameter(torch.full((3,), 0.5, dtype=D))
            self.h = None

        def forward(self, x):
            self.h = x if self.h is None else torch.tanh(self.h * self.w + x)
            return self.h

    m = Cell()
    f = wrap(m)
    x = leaf(3)
    for _ in range(4):
        y = f(x)
    y.sum().backward()
    return x.grad, m.w.grad


PROGRAMS = [
    value
    for name, value in list(globals().items())
    if callable(value)
    and getattr(value, "__code__", None)
    and value.__code__.co_varnames[:1] == ("wrap",)
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
@pytest.mark.filterwarnings("ignore")
def test_as_eager(program) -> None:
    seen = []
    for wrap in (lambda function: function, lith.to_static):
        torch.manual_seed(0)
        seen.append(program(wrap))
    same(seen[0], seen[1])


def test_threads_with_forward_and_backward() -> None:
    net = Net()
    model = lith.to_static(net)
    expected = torch.autograd.grad(net(leaf(5, 3)).pow(2).sum(), list(net.parameters()))
    wrong = []

    def work() -> None:
        for _ in range(40):
            out = model(leaf(5, 3)).pow(2).sum()
            found = torch.autograd.grad(out, list(net.parameters()))
            if not all(map(torch.allclose, found, expected)):
                wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not wrong
