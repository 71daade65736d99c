"""`requires_grad`, `grad_fn` and their text, of tensors that a program makes."""

import torch

from plain_use.row import same, steps


def plain(x):
    return x * 2 + 1


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 1)

    def forward(self, x):
        return self.linear(x)


@same()
def leaf_made_inside():
    """A leaf that the program makes requires a gradient."""
    w = torch.ones(2, requires_grad=True)
    return w.requires_grad, w.is_leaf, w.grad_fn is None, w


@steps()
def leaf_as_a_result(door):
    """A leaf that the program made requires a gradient outside."""
    w = door.compile(lambda: torch.ones(2, requires_grad=True))()
    return w.requires_grad, w.is_leaf


@steps()
def computed_of_a_leaf_inside(door):
    """What is computed of a leaf of the program requires a gradient outside."""

    def f():
        w = torch.ones(2, requires_grad=True)
        return w, w * 2, (w * 3).sum(), (w * 2).detach()

    w, y, s, d = door.compile(f)()
    return (
        [t.requires_grad for t in (w, y, s, d)],
        [t.is_leaf for t in (w, y, s, d)],
        y.grad_fn is None,
    )


@steps()
def backward_outside_of_a_leaf_inside(door):
    """`backward` outside reaches a leaf that the program made."""

    def f():
        w = torch.ones(2, requires_grad=True)
        return w, (w * 3).sum()

    w, s = door.compile(f)()
    s.backward()
    return w.grad


@same()
def computed_flags_inside():
    """`requires_grad` of what is computed of a leaf, inside."""
    w = torch.ones(2, requires_grad=True)
    y = w * 2
    return (
        y.requires_grad,
        y.is_leaf,
        y.grad_fn is not None,
        y.detach().requires_grad,
        (y > 1).requires_grad,
    )


@steps()
def argument_set_inside(door):
    """`requires_grad_` of an argument."""
    x = torch.ones(2)

    def f(x):
        x.requires_grad_()
        return x, x * 2, x.requires_grad

    a, b, flag = door.compile(f)(x)
    return a is x, x.requires_grad, b.requires_grad, flag


@steps()
def argument_flag_assigned(door):
    """`x.requires_grad = True` of an argument."""
    x = torch.ones(2)

    def f(x):
        x.requires_grad = True
        return (x * 2).sum()

    s = door.compile(f)(x)
    s.backward()
    return x.requires_grad, s.requires_grad, x.grad


@steps()
def argument_flag_taken_away(door):
    """`requires_grad_(False)` of an argument."""
    x = torch.ones(2, requires_grad=True)
    y = door.compile(lambda x: x.requires_grad_(False) * 2)(x)
    return x.requires_grad, y.requires_grad


@steps()
def computed_of_an_argument(door):
    """What is computed of an argument that requires a gradient, and its detached forms."""
    x = torch.ones(2, requires_grad=True)
    r = door.compile(
        lambda x: (x * 2, x.detach(), x.data, x.clone(), x[0], x.view(2, 1), x > 0, x.long())
    )(x)
    return [t.requires_grad for t in r], [t.is_leaf for t in r]


@steps()
def views_under_no_grad(door):
    """Views of leaves that are made under `no_grad`."""
    x = torch.ones(4, requires_grad=True)

    def f(x):
        with torch.no_grad():
            return x.view(2, 2), x[:2], x * 2, x.t()

    r = door.compile(f)(x)
    return [t.requires_grad for t in r], [t.is_leaf for t in r]


@steps()
def views_of_a_leaf_inside_under_no_grad(door):
    """Views under `no_grad` of a leaf that the program made."""

    def f():
        w = torch.ones(4, requires_grad=True)
        with torch.no_grad():
            v = w.view(2, 2)
            u = w * 2
        return w, v, u

    return [t.requires_grad for t in door.compile(f)()]


@steps()
def parameter_made_inside(door):
    """A Parameter that the program makes."""

    def f():
        p = torch.nn.Parameter(torch.zeros(2))
        return p, p + 1

    p, q = door.compile(f)()
    return type(p).__name__, p.requires_grad, p.is_leaf, q.requires_grad


@same(lambda: (torch.ones(2, requires_grad=True),))
def text_of_an_argument_with_gradient(x):
    """The text of an argument that requires a gradient."""
    print(x)
    return str(x), f"{x}", repr([x])


@same(lambda: (torch.ones(2, requires_grad=True),))
def text_of_a_detached_argument(x):
    """The text of detached forms, and under `no_grad`."""
    with torch.no_grad():
        y = x * 2
    return str(x.detach()), str(y), str(x.data), f"{x.sum().item()}", str(x.tolist())


@same(lambda: (torch.nn.Linear(1, 1, bias=False),))
def text_of_a_parameter(m):
    """The text of a parameter and of a module."""
    torch.nn.init.ones_(m.weight)
    print(m.weight)
    return str(m.weight), str(m), f"{m.weight.data}"


@steps()
def gradient_of_a_compiled_function(door):
    """`torch.autograd.grad` over a compiled function with `allow_unused`."""
    f = door.compile(plain)
    x = torch.ones(2, requires_grad=True)
    return torch.autograd.grad(f(x), x, torch.ones(2), allow_unused=True)


@steps()
def gradient_of_a_compiled_function_without_allow_unused(door):
    """`torch.autograd.grad` over a compiled function."""
    f = door.compile(plain)
    x = torch.ones(2, requires_grad=True)
    return torch.autograd.grad(f(x), x, torch.ones(2)), torch.autograd.grad(f(x).sum(), [x])


@steps()
def gradient_with_an_unused_input(door):
    """`allow_unused` and `materialize_grads` with an input that is not used."""
    f = door.compile(lambda x, y: x * 2)
    x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    a = torch.autograd.grad(f(x, y).sum(), (x, y), allow_unused=True)
    b = torch.autograd.grad(f(x, y).sum(), (x, y), materialize_grads=True)
    return a, b


@steps()
def gradient_of_a_module(door):
    """`torch.autograd.grad` over a compiled module, of its parameters and its input."""
    torch.manual_seed(0)
    m = Model()
    f = door.compile(m)
    x = torch.ones(1, 2, requires_grad=True)
    return torch.autograd.grad(f(x).sum(), [x, *m.parameters()], allow_unused=True)


@steps()
def gradient_of_several_results(door):
    """`torch.autograd.grad` of several results, twice, and of a view."""
    f = door.compile(lambda x: (x * 2, (x * 3).sum(), x[0]))
    x = torch.ones(2, requires_grad=True)
    a, b, c = f(x)
    return torch.autograd.grad([a, b, c], x, [torch.ones(2), None, None], allow_unused=True)


@steps()
def gradient_inside(door):
    """`torch.autograd.grad` with `allow_unused` within a program."""

    def f(x):
        return torch.autograd.grad((x * 2).sum(), x, allow_unused=True), torch.autograd.grad(
            x * 3, x, torch.ones(2)
        )

    return door.compile(f)(torch.ones(2, requires_grad=True))


@steps()
def flag_of_a_view_of_a_leaf_inside(door):
    """Views of a leaf that the program made, where gradients are on."""

    def f():
        w = torch.ones(4, requires_grad=True)
        return w.view(2, 2), w[0], w.detach()[0], w.view(2, 2).is_leaf

    a, b, c, d = door.compile(f)()
    return a.requires_grad, b.requires_grad, c.requires_grad, d


@steps()
def grad_mode_of_a_program(door):
    """`set_grad_enabled` and `no_grad` as contexts within a program end with them."""

    def f(x):
        with torch.set_grad_enabled(False):
            a = x * 2, torch.is_grad_enabled()
        with torch.no_grad():
            b = torch.is_grad_enabled()
        return a, b, torch.is_grad_enabled(), x * 2

    (y, a), b, c, z = door.compile(f)(torch.ones(2, requires_grad=True))
    return y.requires_grad, a, b, c, z.requires_grad, torch.is_grad_enabled()


@steps()
def grad_mode_around_a_call(door):
    """`no_grad` around a call."""
    f = door.compile(plain)
    x = torch.ones(2, requires_grad=True)
    a = f(x).requires_grad
    with torch.no_grad():
        b = f(x).requires_grad
    return a, b, f(x).requires_grad


@steps(refused="LTH0301")
def requires_grad_of_one_of_several(door):
    """`requires_grad_()` of what a loop may have replaced by an argument."""

    def chosen(z, n):
        v = z.sigmoid()
        for _ in range(n):
            v = z
        v.requires_grad_()  # here
        return v

    f = door.compile(chosen)
    seen = []
    for n in (0, 1, 2):
        z = torch.ones(2)
        seen.append((f(z, n).requires_grad, z.requires_grad))
    return seen
