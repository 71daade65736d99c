"""torch.func inside of a program: gradients of functions, vjp, jacobians, per-sample gradients."""

from __future__ import annotations

from collections import OrderedDict, namedtuple

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, grad, grad_and_value, hessian, jacrev, vjp, vmap

import lith
from gradients.harness import _outcome, cases, check, program, same

Pair = namedtuple("Pair", "first second")


def cube(x):
    return (x**3).sum()


@program((3,))
def of_one(x):
    return grad(cube)(x)


@program((3,))
def of_one_and_its_value(x):
    return grad_and_value(lambda x: (x.sin() * x).sum())(x)


@program((3,))
def of_a_gradient(x):
    return grad(lambda x: grad(cube)(x).sum())(x), grad(grad(grad(torch.sin)))(x.sum())


@program((3,), (3,))
def of_several(x, y):
    both = grad(lambda x, y: (x * y * y).sum(), argnums=(1, 0))(x, y)
    return both + (grad(lambda x, y: (x * y * y).sum(), argnums=-1)(x, y),)


@program((3,), (2,))
def of_containers(x, y):
    def loss(p):
        return (p["a"] * p["b"][0]).sum() * p["c"].second.prod()

    made = grad(loss)({"a": x, "b": [x], "c": Pair(y, y)})
    return made["a"], made["b"][0], type(made["c"]) is Pair, made["c"].first, made["c"].second


@program((3,))
def of_an_ordered_dict(x):
    made = grad(lambda p: cube(p["a"]) + p["b"].sum())(OrderedDict(b=x, a=x))
    return list(made), type(made) is OrderedDict, made["a"]


@program((3,))
def beside_the_gradient(x):
    made, aux = grad(lambda x: (cube(x), {"y": x * 2, "x": x}), has_aux=True)(x)
    return made, aux["y"], aux["x"]


@program((3,), (3,))
def goes_on_through_what_was_captured(x, w):
    def loss(y):
        return (y * w * y).sum()

    made = grad(loss)(x.detach())
    made.sum().backward()
    return made, x.grad is None, w.grad


@program((3,))
def goes_on_to_the_argument(x):
    made = grad(cube)(x)
    made.sum().backward()
    return made, x.grad


@program((3,), (3,))
def needs_no_gradient_outside(x, w):
    made = grad(lambda y: (y * y).sum() + w.sum())(x.detach())
    return made, made.requires_grad


@program((3,))
def within_no_grad(x):
    with torch.no_grad():
        made = grad(cube)(x)
        value = grad_and_value(cube)(x)[1]
        twice = grad(lambda x: grad(cube)(x).sum())(x)
    return made, value, twice, made.requires_grad


@program((3,))
def no_grad_within(x):
    def f(x):
        with torch.no_grad():
            c = x**2
        return (x - c).sum()

    return grad(f)(x)


@program((3,))
def flags_of_the_input(x):
    seen = []

    def f(y):
        seen.append((y.requires_grad, y.is_leaf, torch.is_grad_enabled(), y is x))
        return y.sum()

    with torch.no_grad():
        grad(f)(x)
    grad(f)(x.detach())
    return seen


@program((3,))
def of_what_is_not_used(x):
    return (
        grad(lambda x, y: y.sum())(x, x),
        grad(lambda x: torch.tensor(1.0))(x),
        grad(lambda x: x.long().sum())(x),
    )


@program((3,))
def of_what_is_detached(x):
    return grad(lambda x: (x.detach() * x).sum())(x)


@program((3,))
def with_keywords(x):
    return grad(lambda x, *, scale: (x * scale).sum())(x, scale=x)


@program((3,))
def with_a_branch(x):
    def f(x):
        if x.sum() > 0:
            return cube(x)
        return x.sin().sum()

    return grad(f)(x), grad(f)(-x)


@program((3,))
def with_a_loop(x):
    def f(x):
        y = x
        while y.abs().sum() < 20:
            y = y * 2
        return (y * x).sum()

    return grad(f)(x)


@program((3,))
def with_a_graph_inside(x):
    def f(x):
        (g,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
        return g.sum()

    return grad(f)(x)


@program((3,))
def pulled_back(x):
    out, pull = vjp(lambda x: x.sin(), x)
    (g,) = pull(torch.ones_like(out))
    (h,) = pull(out)
    return out, g, h


@program((3,), (3,))
def pulled_back_in_containers(x, y):
    out, pull, aux = vjp(lambda x, y: ({"a": x.sin(), "b": (x * y).sum()}, x), x, y, has_aux=True)
    return out["a"], pull({"a": x, "b": y.sum()}), aux


@program((3,))
def pulled_back_and_on(x):
    out, pull = vjp(lambda x: x**3, x)
    (g,) = pull(x)
    g.sum().backward()
    return x.grad


@program((3,), (2, 3))
def all_rows(x, w):
    return jacrev(torch.sin)(x), jacrev(lambda x: w @ x)(x), jacrev(lambda w: (w @ x).tanh())(w)


@program((3,), (2,))
def all_rows_of_several(x, y):
    made = jacrev(lambda x, y: {"a": x * y.sum(), "b": y.prod()}, argnums=(0, 1))(x, y)
    rest = jacrev(lambda x: (x.sin(), x.sum()), has_aux=True)(x)
    return made["a"], made["b"], rest, jacrev(lambda x: x.sin(), chunk_size=2)(x)


@program((4,))
def all_rows_through_views_and_writes(x):
    def f(x):
        y = x * 1
        y[1:3] = x[:2] ** 2
        return torch.cat([y[::2], y.reshape(2, 2).diagonal(), y[None].expand(2, 4)[1, 1:]])

    return jacrev(f)(x)


@program((3,), (4, 3))
def all_rows_of_each(x, w):
    return vmap(jacrev(lambda a, b: (a * b).sin()), in_dims=(None, 0))(x, w)


@program((3,))
def second_derivatives(x):
    return hessian(lambda x: (x.sin() * x.prod()).sum())(x), jacrev(jacrev(cube))(x)


@program((2,), (3,))
def second_derivatives_of_several(x, y):
    return hessian(lambda x, y: x.prod() * (y**3).sum() + x.sum(), argnums=(0, 1))(x, y)


@program((2, 2))
def second_derivatives_and_on(x):
    made = hessian(lambda x: (x**4).sum())(x)
    made.sum().backward()
    return made, x.grad


@program((4,), (5, 4))
def of_each_sample(w, x):
    return vmap(grad(lambda w, x: (w * x).sin().sum()), in_dims=(None, 0))(w, x)


@program((3, 4), (2, 3), (5, 4))
def of_each_sample_of_a_perceptron(w, v, x):
    def loss(p, x):
        return ((x @ p["w"].T).relu() @ p["v"].T).logsumexp(0)

    made = vmap(grad(loss), in_dims=(None, 0))({"w": w, "v": v}, x)
    return made["w"], made["v"]


@program((4, 3))
def batches_of_gradients(x):
    y = (x**2).sum(1)
    return torch.autograd.grad(y, x, torch.eye(4, dtype=x.dtype), is_grads_batched=True)


@program((4, 3), (3,))
def batches_of_gradients_of_two(x, w):
    y, z = x @ w, x.sum(0) * w
    made = torch.autograd.grad(
        (y, z),
        (x, w),
        (torch.ones(2, 4, dtype=x.dtype), torch.ones(2, 3, dtype=x.dtype)),
        is_grads_batched=True,
    )
    return made


@program((4, 3))
def batches_of_other_sizes(x):
    return torch.autograd.grad(x.sum(1), x, torch.ones(2, 3), is_grads_batched=True)


@program((3,), (2,))
def in_the_older_module(x, y):
    functional = torch.autograd.functional
    f = lambda x, y: (x * y.sum()).sin().sum()  # noqa: E731
    v = (torch.ones_like(x), torch.ones_like(y))
    return (
        functional.jacobian(torch.sin, x),
        functional.jacobian(lambda x, y: (x * y.sum(), y.prod()), (x, y)),
        functional.hessian(f, (x, y)),
        functional.vjp(lambda x: x.sin(), x, x)[1],
        functional.vhp(f, (x, y), v)[1],
        functional.hvp(f, (x, y), v)[1],
    )


@program((3,))
def in_the_older_module_and_on(x):
    made = torch.autograd.functional.jacobian(lambda x: x**3, x, create_graph=True)
    made.sum().backward()
    return made, x.grad


ERRORS = [
    lambda x: grad(lambda x: x * 2)(x),
    lambda x: grad(lambda x: 3.0)(x),
    lambda x: grad(lambda x: (x.sum(), x))(x),
    lambda x: grad(lambda x: x.sum(), has_aux=True)(x),
    lambda x: grad(lambda x: (x.sum(), 1), has_aux=True)(x),
    lambda x: grad(lambda x: x.sum(), argnums=1)(x),
    lambda x: grad(lambda x: x.sum(), argnums=())(x),
    lambda x: grad(lambda x, y: x.sum(), argnums=(0, -2))(x, x),
    lambda x: grad(lambda x: x.sum(), argnums="x")(x),
    lambda x: grad(lambda x: x * 2)(2.0),
    lambda x: grad(lambda p: p["a"].sum())({"a": x, "b": None}),
    lambda x: grad(lambda x: x * 2)(torch.tensor(2)),
    lambda x: grad(lambda x: x.sum())(x.to(torch.complex64)),
    lambda x: grad(lambda x: x.mul_(2).sum())(x),
    lambda x: grad(lambda x: x[1:].mul_(2).sum())(x.detach().clone()),
    lambda x: vjp(lambda x: {"a": x, "b": x}, x)[1]({"a": x}),
    lambda x: vjp(lambda x: x.sin(), x)[1](torch.ones(2)),
    lambda x: vjp(lambda x: 1.0, x),
    lambda x: jacrev(lambda x: x.long())(x),
    lambda x: jacrev(lambda x: x, chunk_size=0)(x),
    lambda x: jacrev(lambda x: x)(x.to(torch.complex64)),
    lambda x: vmap(lambda x: x + torch.rand(2))(x),
]


@cases(globals())
def test_as_eager(case) -> None:
    check(case, case.inputs)


@cases(globals())
def test_as_eager_across(case) -> None:
    def leaves_in_results(*args):
        made = case(*args)
        flat = made if isinstance(made, tuple) else (made,)
        return [each for each in flat if isinstance(each, torch.Tensor)] or [torch.zeros(())]

    compiled = lith.to_static(leaves_in_results)
    for factor in (1, 2):
        theirs, ours = (
            [(each.detach() * factor).requires_grad_() for each in case.inputs()] for _ in range(2)
        )
        expected, found = _outcome(leaves_in_results, theirs), _outcome(compiled, ours)
        same(expected, found)


@pytest.mark.parametrize("case", ERRORS, ids=range(len(ERRORS)))
def test_errors_are_eagers(case) -> None:
    check(case, lambda: [torch.linspace(-1, 1, 3, dtype=torch.float64).requires_grad_()])


class Image(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(2, 3, 3, padding=1)
        self.norm = nn.GroupNorm(1, 3)
        self.head = nn.Linear(12, 4)

    def forward(self, x):
        x = F.max_pool2d(self.norm(self.conv(x)).relu(), 2)
        return self.head(x.flatten(1))


class Words(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(7, 4)
        self.norm = nn.LayerNorm(4)
        self.head = nn.Linear(4, 4)

    def forward(self, x):
        x = self.norm(self.words(x))
        weights = (x @ x.transpose(-1, -2)).softmax(-1)
        return self.head(F.gelu(weights @ x).mean(1))


def batch_of_images(count):
    return torch.randn(count, 2, 4, 4), torch.arange(count) % 4


def batch_of_words(count):
    return torch.arange(count * 5).reshape(count, 5) % 7, torch.arange(count) % 4


MODELS = [(Image, batch_of_images), (Words, batch_of_words)]


@pytest.mark.parametrize(("make", "batch"), MODELS, ids=["image", "words"])
def test_gradients_of_each_sample(make, batch) -> None:
    torch.manual_seed(0)
    model = make()

    def loss(params, x, y):
        return F.cross_entropy(functional_call(model, params, (x[None],)), y[None])

    def step(params, x, y):
        return vmap(grad_and_value(loss), in_dims=(None, 0, 0))(params, x, y)

    compiled = lith.to_static(step)
    for count in (3, 5, 1):
        x, y = batch(count)
        params = {name: each.detach() for name, each in model.named_parameters()}
        (expected, values), (found, ours) = step(params, x, y), compiled(params, x, y)
        torch.testing.assert_close(values, ours)
        assert list(expected) == list(found)
        for name in expected:
            torch.testing.assert_close(expected[name], found[name], msg=name)


@pytest.mark.parametrize(("make", "batch"), MODELS, ids=["image", "words"])
def test_gradients_of_given_parameters(make, batch) -> None:
    torch.manual_seed(0)
    model = make()

    def step(params, x, y):
        loss = F.cross_entropy(functional_call(model, params, (x,)), y)
        return loss, torch.autograd.grad(loss, list(params.values()))

    compiled = lith.to_static(step)
    for count in (3, 2):
        x, y = batch(count)
        params = {
            name: (each.detach() * 1.1).requires_grad_() for name, each in model.named_parameters()
        }
        (loss, expected), (ours, found) = step(params, x, y), compiled(params, x, y)
        torch.testing.assert_close(loss, ours)
        torch.testing.assert_close(expected, found)
    assert all(each.grad is None for each in model.parameters())


def test_an_ensemble() -> None:
    torch.manual_seed(0)
    models = [nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)) for _ in range(3)]

    def step(x, y):
        params, buffers = torch.func.stack_module_state(models)

        def loss(params, buffers, x):
            return F.mse_loss(functional_call(models[0], (params, buffers), (x,)), y)

        return vmap(grad(loss), in_dims=(0, 0, None))(params, buffers, x)

    compiled = lith.to_static(step)
    for count in (5, 2):
        x, y = torch.randn(count, 3), torch.randn(count, 2)
        expected, found = step(x, y), compiled(x, y)
        for name in expected:
            torch.testing.assert_close(expected[name].detach(), found[name].detach())


def test_an_inner_loop_that_is_trained_through() -> None:
    """MAML: the outer gradient flows through steps of gradient descent."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))

    def loss(params, x, y):
        return F.mse_loss(functional_call(model, params, (x,)), y)

    def outer(x, y, xs, ys):
        params = dict(model.named_parameters())
        for _ in range(2):
            slopes = grad(loss)(params, x, y)
            params = {name: params[name] - 0.1 * slopes[name] for name in params}
        total = loss(params, xs, ys)
        return total.detach(), torch.autograd.grad(total, list(model.parameters()))

    compiled = lith.to_static(outer)
    for count in (4, 6):
        data = [torch.randn(count, 1) for _ in range(4)]
        expected, found = outer(*data), compiled(*data)
        torch.testing.assert_close(expected, found)


def test_gradients_of_each_sample_through_a_branch() -> None:
    """What the engine gives for what is mapped over."""

    def step(x):
        return vmap(grad(lambda a: torch.cdist(a, a[:2] + 1).sum()))(x)

    compiled = lith.to_static(step)
    for count in (3, 2):
        x = torch.randn(count, 4, 5)
        torch.testing.assert_close(compiled(x), step(x), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    "case",
    [
        lambda a, w: a.relu().sum(),
        lambda a, w: a.norm(dim=-1).sum() + F.normalize(a, dim=-1).sum(),
        lambda a, w: a.std(-1).sum(),
        lambda a, w: torch.cdist(a, a).sum(),
        lambda a, w: torch.sinc(a).sum(),
        lambda a, w: (F.layer_norm(a, (3,), w, w) * a).sum(),
        lambda a, w: (F.hardtanh(a) + a.clamp(max=0) + a.clamp(max=w)).sum(),
        lambda a, w: F.cross_entropy(a @ w.outer(w), torch.tensor([0, 2])) + a.float().exp().sum(),
        lambda a, w: torch.linalg.det(a.T @ a) + F.prelu(a, w[:1]).sum(),
        lambda a, w: (a.double() * w).sum() + torch.hypot(a, w).sum(),
    ],
    ids=range(10),
)
def test_kinks_of_each_sample(case) -> None:
    """Functions with a rule of their own, at zeros, with and without a dimension that is mapped over."""

    def step(a, w):
        both = vmap(grad(case, argnums=(0, 1)), in_dims=(0, None))(a, w)
        return both, vmap(grad(case, argnums=1), in_dims=(None, 0))(a[0], torch.stack([w, w * 2]))

    compiled = lith.to_static(step)
    for x in (torch.zeros(2, 2, 3), torch.arange(12.0).view(2, 2, 3) - 4):
        args = x.double(), torch.tensor([1.0, -0.5, 0.0]).double()
        torch.testing.assert_close(compiled(*args), step(*args), equal_nan=True)


def test_random_numbers_of_each_sample() -> None:
    def noisy(w, x):
        return (F.dropout(w * x, 0.5) + torch.rand(4)).sum()

    step = lith.to_static(
        lambda w, x: vmap(grad(noisy), in_dims=(None, 0), randomness="different")(w, x)
    )
    made = step(torch.ones(4), torch.ones(50, 4))
    assert made.shape == (50, 4) and set(made.unique().tolist()) == {0.0, 2.0}
    assert len({tuple(row) for row in made.tolist()}) > 5


@pytest.mark.parametrize(
    "case",
    [
        lambda x, i: x[i].sum(1),
        lambda x, i: x[:, 0][i],
        lambda x, i: torch.cat([x.gather(0, i[:, None]), x.cumsum(0)[:2]], 1),
        lambda x, i: torch.zeros_like(x).index_add(0, i, x[:2]),
        lambda x, i: x.flip(0) @ torch.linalg.inv(x.T @ x + torch.eye(3)).tril(),
        lambda x, i: F.embedding(i, x).softmax(-1),
    ],
    ids=range(6),
)
def test_rows_through_operators(case) -> None:
    def step(x, i):
        return jacrev(case)(x, i), vmap(case, in_dims=(0, None))(torch.stack([x, x * 2]), i)

    compiled = lith.to_static(step)
    torch.manual_seed(0)
    for count, places in ((4, [0, 2]), (5, [3, 3])):
        args = torch.randn(count, 3), torch.tensor(places)
        torch.testing.assert_close(compiled(*args), step(*args), rtol=1e-4, atol=1e-4)
