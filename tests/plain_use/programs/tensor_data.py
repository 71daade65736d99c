"""Data of tensors that is set and exchanged, and attributes of tensors."""

import torch

from plain_use.row import same, steps


@same(lambda: (torch.ones(2),))
def data_of_a_tensor_made_inside(x):
    """`data` of tensors that the program makes is set twice."""
    a, b = x * 2, x * 3
    a.data = b
    b.data = x * 5
    return a, b


@same(lambda: (torch.nn.Linear(2, 1), torch.ones(1, 2)))
def data_of_a_parameter(m, x):
    """`data` of a parameter is set."""
    m.weight.data = torch.full((1, 2), 2.0)
    m.bias.data.zero_()
    return m(x).sum().item(), m.weight.data


@steps(refused="LTH0302")
def set_method(door):
    """`Tensor.set_` gives a tensor the memory of another one."""

    def f(x, y):
        x.set_(y)  # here
        x.add_(1)
        return x

    x, y = torch.ones(2), torch.zeros(3)
    return door.compile(f)(x, y), x, y


@same(lambda: (torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)),))
def attribute_of_parameters(m):
    """Attributes that a loop sets on parameters, as optimizers do."""
    for i, p in enumerate(m.parameters()):
        p.order = i
    return [p.order for p in m.parameters()]


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_that_is_computed(x, y):
    """`x.data` is set to what is computed."""
    x.data = y * 2 + 1
    y.data = y.clone()
    return x, x + 1, x is y


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_of_itself_computed(x, y):
    """`x.data` is set to what is computed of it, twice."""
    x.data = x.data * 2
    x.data = x.data * 2
    x.mul_(2)
    x.data.mul_(2)
    return x


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_exchanged_by_a_copy(x, y):
    """The data of two tensors is exchanged by a clone."""
    t = x.data.clone()
    x.data = y.data
    y.data = t


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_exchanged_of_tensors_made_inside(x, y):
    """The data of two tensors that the program makes is exchanged."""
    a, b = x * 2, y + 3
    a.data, b.data = b.data, a.data
    return a, b


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def parameters_exchanged(m, n):
    """The parameters of two modules are exchanged."""
    m.weight, n.weight = n.weight, m.weight
    return m.weight.sum().item(), n.weight.sum().item()


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def moving_average(m, n):
    """The data of the parameters of a module is averaged in place."""
    for p, q in zip(m.parameters(), n.parameters()):
        p.data.mul_(0.5).add_(q.data, alpha=0.5)
    return m.weight.sum().item()


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def data_of_parameters_one_by_one(m, n):
    """The data of a parameter is set and written."""
    m.weight.data = m.weight.data * 2
    m.weight.data.copy_(n.weight.data)
    m.weight.data.mul_(2)
    return m.weight.sum().item()


@same(lambda: (torch.nn.Linear(1, 1), torch.ones(1, 1)))
def data_of_parameters_in_no_grad(m, x):
    """The data of the parameters is set to copies in a loop."""
    with torch.no_grad():
        for p in m.parameters():
            p.data = p.data.clone().fill_(1)
    return m(x).sum().item()


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def data_of_parameters_exchanged_in_a_loop(m, n):
    """The data of the parameters of two modules is exchanged in a loop."""
    for p, q in zip(m.parameters(), n.parameters()):
        tmp = p.data
        p.data = q.data
        q.data = tmp


@same(lambda: (torch.ones(1),))
def attribute_of_a_tensor(x):
    """An attribute that a program sets on an argument."""
    x.tag = 5
    x.tag += 1
    return x.tag, hasattr(x, "tag"), getattr(x, "other", None)


@same(lambda: (torch.ones(1),), refused="LTH0317")
def vars_of_a_tensor(x):
    """`vars` of a tensor."""
    x.tag = 5
    return vars(x)  # here


@same(lambda: ((torch.ones(1), torch.zeros(1)), {"a": torch.ones(1)}))
def attribute_of_tensors_in_a_tuple(xs, d):
    """An attribute that a program sets on tensors of a tuple and of a dict."""
    xs[0].tag = "a"
    d["a"].tag = "b"
    return xs[0].tag, hasattr(xs[1], "tag"), d["a"].tag


@same(lambda: (torch.ones(1),))
def attribute_of_a_tensor_made_inside(x):
    """An attribute that a program sets on tensors that it makes."""
    y = [x * 2, x * 3]
    y[0].tag = 5
    return y[0].tag, hasattr(y[1], "tag")


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def data_of_parameters_computed(m, n):
    """The data of the parameters is set to what is computed of it, in loops."""
    for p in m.parameters():
        p.data = p.data * 2
    for _, p in n.named_parameters():
        p.data = p.data + 1
    for p, q in zip(list(m.parameters()), list(n.parameters())):
        p.data = 0.9 * p.data + 0.1 * q.data
