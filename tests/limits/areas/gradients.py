"""Gradients."""

import torch

from limits.entry import differs, limit, raises, refused, script


@script(raises(RuntimeError))
def backward_of_a_result(door):
    """The backward of what a compiled function gives raises RuntimeError."""
    w = torch.ones(2, requires_grad=True)
    door.compile(lambda x: (w * x).sum())(torch.ones(2)).backward()
    return w.grad


@script(differs())
def gradient_that_may_be_unused(door):
    """`torch.autograd.grad(…, allow_unused=True)` over a compiled function gives None."""
    x = torch.ones(2, requires_grad=True)
    y = door.compile(lambda x: (x * x).sum())(x)
    return torch.autograd.grad(y, x, allow_unused=True)


@script(differs(True))
def gradient_of_some_paths(door):
    """`requires_grad` of a tensor that has a gradient on some paths only is True on all of them."""
    w = torch.ones(2, requires_grad=True)

    def f(x):
        y = w if x.sum() > 5 else x
        return y.requires_grad

    return door.compile(f)(torch.ones(2))


@limit(refused("LTH0302"), lambda: (torch.ones(2, requires_grad=True),))
def backward_inside(x):
    """`backward` and `torch.autograd.grad` within a program."""
    (x * x).sum().backward()  # here
    return x.grad


class Double(torch.autograd.Function):
    @staticmethod
    def forward(x, by=2):
        return x * by

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass


@limit(differs(), lambda: (torch.ones(2),))
def leaf_made_inside(x):
    """`requires_grad` of what a program computes of an argument on which it sets `requires_grad`, and of views of leaves
    under `no_grad`, is not eager's."""
    y = x.clone()
    y.requires_grad_(True)
    with torch.no_grad():
        v = y.view(-1)
    return (y * 2).requires_grad, y.requires_grad, v.requires_grad, v.is_leaf


@limit(raises(NotImplementedError), lambda: (torch.ones(2),))
def autograd_function_with_defaults(x):
    """`torch.autograd.Function` with `setup_context` whose forward has default arguments raises NotImplementedError."""
    return Double.apply(x)


@limit(refused("LTH0312"), lambda: (torch.ones(2),))
def parameter_in_a_container(x):
    """`torch.nn.Parameter` that the program makes, in a container of run time."""
    made = []
    for i in range(int(x.sum())):  # here
        made.append(torch.nn.Parameter(x * i))
    return len(made)


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def inference_mode(x):
    """`is_inference()` within `torch.inference_mode`; results of that mode are ordinary tensors."""
    with torch.inference_mode():
        return (x + 1).is_inference()  # here
