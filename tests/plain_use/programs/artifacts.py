"""Saved and loaded programs: orders of keys, state, views, constants, kinds of arguments and results."""

import collections
import dataclasses
import enum
import types

import numpy as np
import torch
from torch import nn

from plain_use.row import steps

ONE, ZERO = torch.ones(1), torch.zeros(1)


def ones():
    return torch.ones(2)


def cat(d):
    return torch.cat(list(d.values()))


def by_name(d):
    return d["a"] * 2 + d["b"]


@steps()
def dict_in_its_order(door):
    """A dict in the order that the program was saved with."""
    f = door.saved(cat, ({"a": ONE, "b": ZERO},))
    return f({"a": ZERO, "b": ONE}), f({"a": torch.ones(3), "b": ONE})


@steps()
def dict_by_name(door):
    """A dict whose values are read by name answers in any order."""
    f = door.saved(by_name, ({"a": ONE, "b": ZERO},))
    return f({"b": ONE, "a": ZERO}), f({"a": ONE, "b": ONE})


@steps()
def keywords_by_name(door):
    """Arguments that are given by name answer in any order."""
    f = door.saved(lambda x, a=1, b=2: x + a * 10 + b, (ONE, 1, 2))
    return f(ONE, a=1, b=2), f(b=2, a=1, x=ONE), f(ONE, b=5)


@steps()
def two_orders_by_name(door):
    """A program saved with two orders of keys, whose result has names."""

    def f(d):
        return {k: v + 1 for k, v in d.items()}

    a, b = {"a": ONE, "b": ZERO}, {"b": ZERO, "a": ONE}
    got = door.saved(f, (a,), (b,))(a)
    return got["a"], got["b"], len(got)


@steps()
def other_keys(door):
    """A program saved with two sets of keys."""
    a, b = {"a": ONE, "b": ZERO}, {"a": ONE, "c": ZERO, "d": ONE}
    f = door.saved(cat, (a,), (b,))
    return f(a), f(b)


@steps()
def nested_dicts(door):
    """Dicts within dicts and lists."""

    def f(d):
        return d["x"]["a"] + d["y"][0]["b"]

    g = door.saved(f, ({"x": {"a": ONE}, "y": [{"b": ONE}]},))
    return g({"x": {"a": ZERO}, "y": [{"b": ONE}]}), g({"y": [{"b": ZERO}], "x": {"a": ONE}})


@steps()
def view_made_in_the_call(door):
    """A view of a buffer that the program makes itself."""

    class Rows(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", torch.zeros(2, 2))

        def forward(self, x):
            row = self.b[0]
            self.b.add_(x)
            return row + 0

    f = door.saved(Rows(), (torch.ones(1),))
    return f(torch.ones(1)), f(torch.ones(1))


@steps()
def buffer_that_counts(door):
    """A buffer counts the calls of a loaded program."""

    class Counting(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("n", torch.zeros(()))

        def forward(self, x):
            self.n += 1
            return x * self.n

    f = door.saved(Counting(), (ones(),))
    return f(ones()), f(ones())


@steps()
def buffer_that_is_replaced(door):
    """A buffer that each call replaces by a new tensor."""

    class Last(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("last", torch.zeros(2))

        def forward(self, x):
            before = self.last
            self.last = x + before
            return before + 0

    f = door.saved(Last(), (ones(),))
    return f(ones()), f(ones()), f(ones())


@steps()
def one_tensor_under_two_names(door):
    """Two attributes that are one tensor stay one."""

    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("a", torch.zeros(2))
            self.b = self.a

        def forward(self, x):
            self.a.add_(x)
            return self.b + 0, self.a is self.b

    f = door.saved(Tied(), (ones(),))
    return f(ones()), f(ones())


@steps()
def number_that_counts(door):
    """A number of the module counts the calls of a loaded program."""

    class Counting(nn.Module):
        def __init__(self):
            super().__init__()
            self.n = 0

        def forward(self, x):
            self.n += 1
            return x * self.n

    f = door.saved(Counting(), (ones(),))
    return f(ones()), f(ones())


@steps()
def statistics_of_batches(door):
    """Statistics of batch normalisation go on in a loaded program."""
    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    f = door.saved(nn.BatchNorm1d(2), (x,))
    return f(x), f(x * 2)


@steps()
def evaluation_mode(door):
    """A model in evaluation mode is saved as it is."""
    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    m = nn.Sequential(nn.BatchNorm1d(2), nn.Dropout(0.5)).eval()
    return door.saved(m, (x,))(x)


@steps()
def constant_tensors(door):
    """Constant tensors of several dtypes and shapes."""
    a, b, c = torch.arange(3), torch.ones(0, 2), torch.tensor(2.5, dtype=torch.float64)
    f = door.saved(
        lambda x: (x + a, b + x[0], c * x, a.dtype == torch.int64, b.shape[0]), (torch.ones(3),)
    )
    return f(torch.ones(3) * 2)


@steps()
def values_of_a_transposed_constant(door):
    """The values of a constant whose dimensions were exchanged."""
    t = torch.arange(6.0).view(2, 3).t()
    f = door.saved(lambda x: (x + t, t @ x[0, :2], t.contiguous().view(-1)), (torch.ones(3, 2),))
    return f(torch.ones(3, 2))


@steps()
def expanded_constant(door):
    """The values of a constant that is expanded, and of one with gaps."""
    e, g = torch.ones(3, 1).expand(3, 2), torch.arange(6.0)[::2]
    f = door.saved(lambda x: (x + e, g + x[:, 0]), (torch.ones(3, 2),))
    return f(torch.ones(3, 2))


@steps()
def tuple_of_arguments_as_a_result(door):
    """A program gives back a tuple that is an argument."""
    f = door.saved(lambda t: t, ((1, 2),))
    return f((3, 4))


@steps()
def tuple_with_a_tensor_as_a_result(door):
    """A program gives back a tuple argument with a tensor, within another."""
    f = door.saved(lambda t: (t, t[0] + 1), ((ones(), 2),))
    return f((ones(), 5))


@steps()
def list_of_arguments_as_a_result(door):
    """A program gives back a list and a dict that are arguments: they are the same objects."""
    f = door.saved(lambda xs, d: (xs, d), ([1, 2], {"a": 1}))
    xs, d = [3, 4], {"a": 5}
    got = f(xs, d)
    return got, got[0] is xs, got[1] is d


@steps()
def tensor_argument_as_a_result(door):
    """A program gives back its argument, and writes it."""

    def f(x):
        x.add_(1)
        return x, x[0]

    g = door.saved(f, (ones(),))
    x = ones()
    got = g(x)
    return got, got[0] is x, x


@steps()
def list_that_grows(door):
    """A program appends to a list that is an argument."""

    def f(xs, x):
        xs.append(x + 1)
        return len(xs)

    g = door.saved(f, ([1, 2], 3))
    xs = [5, 6]
    return g(xs, 7), xs


@steps()
def dict_that_is_written(door):
    """A program writes a dict that is an argument."""

    def f(d):
        d["a"] = d["a"] + 1
        return d["a"]

    g = door.saved(f, ({"a": 1},))
    d = {"a": 5}
    return g(d), d


@steps()
def kinds_of_arguments(door):
    """Numbers, texts, bools, None and nested containers are arguments."""

    def f(n, x, s, b, none, xs):
        return n + 1, x * 2, s + "!", not b, none is None, [v + 1 for v in xs[0]], (n, s)

    calls = [(1, 1.5, "a", b, None, [[1, 2]]) for b in (True, False)]
    return door.saved(f, *calls)(2, 2.5, "bc", False, None, [[5, 6]])


@steps()
def arguments_that_are_fixed(door):
    """Dtypes, devices, sizes, functions, sets, members and objects are arguments that are fixed."""

    def f(dtype, device, size, function, members, color, config, x):
        y = function(x.to(device).to(dtype)).expand(size)
        return y, len(members), 1 in members, color is Color.RED, config.width

    call = (
        torch.float64,
        torch.device("cpu"),
        torch.Size([2, 1]),
        torch.exp,
        {1, 2},
        Color.RED,
        CONFIG,
    )
    return door.saved(f, (*call, ONE))(*call, ZERO)


@steps()
def numbers_and_arrays_of_numpy(door):
    """A number and an array of NumPy are arguments."""
    f = door.saved(lambda n, a, x: (x * n, a * 2, a.sum()), (np.float32(2), np.ones(2), ONE))
    return f(np.float32(2), np.arange(2.0), ONE)


@steps()
def dicts_and_deques_of_the_library(door):
    """A deque, an ordered dict and one with defaults are arguments."""

    def f(q, o, d):
        return q[0], len(q), list(o.items()), d["a"]

    made = (
        collections.deque([1, 2]),
        collections.OrderedDict(a=1),
        collections.defaultdict(int, a=1),
    )
    given = (
        collections.deque([3, 4]),
        collections.OrderedDict(a=5),
        collections.defaultdict(int, a=6),
    )
    return door.saved(f, made)(*given)


@steps()
def dtypes_and_shapes_as_results(door):
    """Dtypes, shapes, slices, ranges and functions are results."""
    f = door.saved(
        lambda x: (x.dtype, x.shape, x.device, slice(1, 2), range(3), ..., int, b"ab"), (ONE,)
    )
    return f(torch.ones(4))


@steps()
def branches_of_both_kinds(door):
    """A program saved after calls that took both branches."""

    def f(x, n):
        if n > 3:
            return x + n
        return x - n

    g = door.saved(f, (ones(), 1), (ones(), 5))
    return g(ones(), 2), g(ones(), 10), g(ones(), 3)


@steps()
def none_and_a_tensor(door):
    """A program saved for None and for a tensor."""

    def f(x, mask=None):
        return x if mask is None else x * mask

    g = door.saved(f, (ones(),), (ones(), torch.zeros(2)))
    return g(ones()), g(ones(), torch.tensor([0.0, 2.0])), g(ones(), None)


@steps()
def texts_as_choices(door):
    """A program saved for several texts."""

    def f(x, mode="add"):
        if mode == "add":
            return x + 1
        if mode == "mul":
            return x * 100
        return x

    g = door.saved(f, (ones(),), (ones(), "mul"), (ones(), "other"))
    return g(ones()), g(ones(), "mul"), g(ones(), "add"), g(ones(), "none"), g(ones(), mode="mul")


@steps()
def exceptions_and_prints(door):
    """A loaded program raises and prints."""

    def f(x, n):
        print("n is", n)
        if n > 3:
            raise ValueError(f"too many: {n}")
        return x

    g = door.saved(f, (ones(), 1))
    told = [g(ones(), 2)]
    try:
        g(ones(), 4)
    except ValueError as e:
        told.append(str(e))
    return told


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Config:
    width: int = 2
    name: str = "a"


CONFIG = Config(3, "b")
SPACE = types.SimpleNamespace(scale=2.0, color=Color.BLUE)
Pair = collections.namedtuple("Pair", ["a", "b"])


@steps()
def constants_of_objects(door):
    """Objects that a program reads are constants of its artifact."""

    def f(x):
        return (
            x * CONFIG.width + SPACE.scale,
            CONFIG.name,
            SPACE.color is Color.BLUE,
            Color("red").name,
        )

    return door.saved(f, (ones(),))(ones())


@steps()
def objects_as_results(door):
    """Named tuples, data classes, namespaces and containers of the library are results."""

    def f(x):
        return (
            Pair(x + 1, x.sum()),
            Config(x.shape[0]),
            types.SimpleNamespace(a=x),
            collections.OrderedDict(a=x),
            collections.deque([1, x]),
            frozenset([1]),
            x.max(0),
        )

    return door.saved(f, (ones(),))(torch.ones(3))


@steps()
def containers_as_results(door):
    """Lists, dicts, sets and nested tuples are results."""
    f = door.saved(lambda x, n: ([x, n], {"a": x, 1: n}, {n, 2}, ((n,), [], {})), (ones(), 1))
    return f(torch.ones(3), 5)


@steps()
def sizes_and_dtypes(door):
    """A program saved for several shapes and dtypes."""

    def f(x):
        return x.sum(), x.shape[0], x.dtype == torch.float32, x * 2

    f = door.saved(
        f, (ones(),), (torch.ones(2, dtype=torch.float64),), (torch.arange(2),), (torch.ones(2, 3),)
    )
    return (
        f(torch.ones(5)),
        f(torch.ones(4, dtype=torch.float64)),
        f(torch.arange(7)),
        f(torch.ones(3, 2)),
    )


@steps()
def transposed_arguments(door):
    """A loaded program given tensors with exchanged dimensions, gaps and offsets."""
    f = door.saved(lambda x: (x * 2, x.sum(0), x[0]), (torch.ones(2, 3),))
    x = torch.arange(12.0)
    return f(x[:6].view(3, 2).t()), f(x.view(3, 4)[::2, 1:]), f(x[6:].view(2, 3))
