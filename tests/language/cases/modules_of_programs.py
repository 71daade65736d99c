"""Modules that a program walks over, asks for parameters, keeps in sets, or makes itself."""

import numpy as np
import torch
from torch import nn

from language.harness import case


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.a = nn.Linear(3, 4)
        self.b = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
        self.tied = nn.Linear(3, 4)
        self.tied.weight = self.a.weight

    @property
    def dtype(self):
        for parameter in self.parameters():
            if parameter.is_floating_point():
                return parameter.dtype
        return None


NET = Net().eval()


def some(*sizes):
    return torch.linspace(-1.0, 2.0, torch.Size(sizes).numel()).reshape(sizes)


def calls():
    return [(some(2, 3),), (some(1, 3),)]


def first_parameter(x):
    """The generator is left at its first value."""
    weight = next(NET.parameters())
    return x.to(weight.device) @ weight.T, next((k for k in ("a", "b") if hasattr(NET, k)), None)


def own_generator(x):
    def parts():
        yield x + 1
        raise ValueError("not reached")

    return next(parts())


def empty_generator(x):
    def parts():
        if x.sum() > 0:
            yield x

    return next(parts(), None), next(parts())


def dtype_property(x):
    return x.to(NET.dtype), len([m for m in NET.modules()])


def parameters_in_sets(x):
    """Tied weights are met once."""
    seen, total = set(), 0
    for parameter in (NET.a.weight, NET.tied.weight, NET.a.bias):
        if parameter not in seen:
            seen.add(parameter)
            total = total + parameter.sum()
    names = {NET.a: "a", NET.b: "b"}
    return x * total, len(seen), names[NET.a], NET.tied in names


def made_inside(x):
    loss = nn.CrossEntropyLoss()
    return (
        loss(x, torch.zeros(x.shape[0], dtype=torch.long)),
        nn.ReLU()(x),
        nn.MSELoss(reduction="sum")(x, x * 2),
    )


def unpacked_split(x):
    a, b, c = x.split(1, dim=-1)
    d, e = torch.split(x, 2, dim=1)
    return a * b + c, d.sum() * e.sum()


def split_too_few(x):
    a, b = x.split(2, dim=0)
    return a + b


def scripted_function(x):
    return scripted(x, 2.0)


@torch.jit.script
def scripted(x, factor: float):
    return x * factor + torch.sqrt(torch.tensor(x.size(-1), dtype=torch.float))


def no_autocast(x):
    with torch.autocast("cpu", enabled=False):
        return NET.a(x)


def one_of_several_dicts(x):
    options = {}
    if x.sum() > 3:
        options = {"dim": 1}
    return torch.sum(x, **options) * 2, torch.amax(
        x, keepdim=True, **{"dim": 0}, **({} if x[0, 0] > 0 else {})
    )


WIDTH, HALF, THREE = 5, np.float32(0.5), np.int64(3)


def numpy_scalars(x):
    """A tensor with a scalar of NumPy: as with Python's number."""
    x = x * np.sqrt(WIDTH)
    x += HALF
    return x, x.int() + THREE, x > np.log(2)


def fold_meets_other_rows(x, y):
    """A sum over rows of one length, spread over rows of another."""
    return (
        x.sum(-1, keepdim=True) * y,
        (x + 1).mean(1, keepdim=True) + y.sum(-1, keepdim=True),
        x.sum() + y,
    )


CASES = [
    case(first_parameter, calls, straight=True),
    case(own_generator, calls, straight=True),
    case(empty_generator, lambda: [(torch.ones(2),), (-torch.ones(2),)]),
    case(dtype_property, calls, straight=True),
    case(parameters_in_sets, calls, straight=True),
    case(made_inside, calls, straight=True),
    case(unpacked_split, calls, straight=True),
    case(
        split_too_few,
        lambda: [
            (torch.ones(4, 2),),
            (torch.ones(2, 2),),
            (torch.ones(5, 1),),
            (torch.ones(3, 1),),
        ],
    ),
    case(scripted_function, calls, straight=True),
    case(
        one_of_several_dicts,
        lambda: [(T,) for T in (torch.ones(2, 2), torch.ones(1, 2), -torch.ones(3, 3))],
    ),
    case(numpy_scalars, calls, straight=True),
    case(no_autocast, calls, straight=True),
    case(
        fold_meets_other_rows,
        lambda: [(some(b, 3), some(b, 4)) for b in (2, 5, 1)],
        straight=True,
    ),
]
