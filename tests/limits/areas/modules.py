"""Modules and functions of torch."""

import torch
import torch.nn.functional as F
from torch import nn

from limits.entry import differs, limit, prose, raises, refused, script

WEIGHT = nn.Parameter(torch.ones(2))

T = torch.tensor


@limit(refused("LTH0302"), lambda: (torch.ones(1, 1, 8, 8),))
def fractional_pooling(x):
    """`FractionalMaxPool2d` and `FractionalMaxPool3d`."""
    return F.fractional_max_pool2d(x, 2, output_size=3)  # here


@limit(refused("LTH0502"), lambda: (torch.ones(3, 4), torch.ones(3, 4)))
def vmap_over_another_operator(x, y):
    """`torch.vmap` of `searchsorted`, `bincount`, `unique`, `masked_scatter`, `lstsq` and `embedding_bag`, on a tensor
    that is mapped over."""
    return torch.vmap(lambda a: torch.searchsorted(a, a))(x)  # here


@limit(refused("LTH0502"), lambda: (torch.ones(2, 3, 4),))
def recurrent_layer_under_autocast(x):
    """Recurrent layers, `torch.linalg`, `torch.fft`, and `cat` of lists of run time, within `torch.autocast`."""
    with torch.autocast("cpu"):
        return torch.linalg.inv(x[0, :, :3])  # here


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)

    def forward(self, x, names):
        for name in names:
            x = getattr(self, name)(x)
        return x


@limit(refused("LTH0502"), lambda: (torch.ones(2, 2),))
def functional_transforms(x):
    """Forward mode: `torch.func.jvp`, `jacfwd`, `linearize`, and what has tangents."""
    return torch.func.jvp(torch.sin, (x,), (x,))  # here


@script(differs())
def dropout_with_padding(door):
    """`MultiheadAttention` without `need_weights`, of a row that is all padding."""
    torch.manual_seed(0)
    m = nn.MultiheadAttention(4, 2, batch_first=True).eval().requires_grad_(False)
    f = door.compile(lambda x, mask: m(x, x, x, key_padding_mask=mask, need_weights=False)[0])
    return f(torch.ones(1, 2, 4), T([[True, True]]))


@script(refused("LTH0502"))
def vmap_that_writes(door):
    """`torch.vmap` of a function that writes a tensor that is mapped over."""

    def f(a):
        a[0] = 1  # here
        return a

    return door.compile(lambda x: torch.vmap(f)(x))(torch.ones(3, 4))


@script(raises(NotImplementedError))
def module_by_an_unknown_name(door):
    """A module that only run time chooses by a name that is no part of the module raises NotImplementedError."""
    return door.compile(Experts())(torch.ones(2), ["a", "b", "parameters"])


@script(refused("LTH0315"))
def lazy_module(door):
    """A module whose parameters are made at its first call has to be called once before it is compiled."""
    return door.compile(nn.LazyLinear(2))(torch.ones(1, 3)).shape


prose(
    __name__,
    "Up to 256 experts or other modules of one list are chosen at run time; each is compiled for itself.",
    "the time of a compilation: 0.5 s for 64 experts of three layers",
)
prose(
    __name__,
    "`freeze=True` packs matrices of float and double that are only multiplied with from the right; weights of "
    "convolutions keep their layout.",
    "speed only",
)


@limit(refused("LTH0302"), lambda: (torch.ones(2), 2))
def class_of_one_of_several_tensors(x, n):
    """The class of a tensor that is a parameter on some paths, or out of a container of run time with others, too."""
    held = [WEIGHT if i > 0 else x for i in range(n)]
    return isinstance(held[0], nn.Parameter)  # here


@limit(refused("LTH0317"), lambda: (torch.ones(2), 1))
def parameter_on_some_paths(x, n):
    """A result that is a parameter, made by the program, on some paths only; so are its class, and a place in a container."""
    w = nn.Parameter(x.clone()) if n > 0 else x * 2
    return w  # here


def doubled(x):
    return x * 2


@script(differs("{'training'"))
def entries_of_what_is_scripted(door):
    """`__dict__` and `_modules` of a scripted module within a program, and those of a scripted function, are of the Python
    that stands for it, and `copy.copy` of such a function gives it. An AttributeError of a traced module names
    `TopLevelTracedModule`; a traced lambda has a `__name__`."""
    scripted = torch.jit.script(nn.ReLU())
    return str(door.compile(lambda: vars(scripted))())[:11]


@script(refused("LTH0302"))
def graph_of_what_is_scripted(door):
    """`graph`, `code` and what else a class of TorchScript has, within a program."""
    scripted = torch.jit.script(nn.ReLU())
    return door.compile(lambda: scripted.code)()  # here
