"""Objects from outside, guards and replaced functions."""

from unittest import mock

import torch

from limits.entry import differs, limit, prose, refused, script


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 2)
        self.b = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.a.weight is self.b.weight


class Counting(torch.overrides.TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.names.append(func.__name__)
        return func(*args, **(kwargs or {}))


@limit(refused("LTH0302"), lambda: (1,))
def number_of_threads(n):
    """`torch.get_num_threads`."""
    return torch.get_num_threads() * 0 + n  # here


LABELLED = torch.ones(2).as_subclass(type("Labelled", (torch.Tensor,), {}))


@limit(refused("LTH0315"), lambda: (torch.ones(2),))
def tensor_subclass(x):
    """A tensor of a subclass of `torch.Tensor`."""
    return x + LABELLED  # here


class Proxy:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__


PROXY = Proxy()


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def object_with_torch_function(x):
    """An operator given an object with `__torch_function__`."""
    return torch.add(PROXY, x)  # here


@script(refused("LTH0307"))
def function_written_outside(door):
    """A function that the program writes into an attribute of an object of before the call and leaves there."""

    def f(x):
        PROXY.call = lambda y: x + y  # here
        return x

    return door.compile(f)(torch.ones(1))


class Scripted(torch.nn.Module):
    kept: list[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.kept = []

    def forward(self, x):
        self.kept.append(x)
        return x


SCRIPTED = torch.jit.script(Scripted())


@limit(refused("LTH0302"), lambda: (torch.ones(1),))
def inference_tensor(x):
    """`is_inference()` of a tensor of before the call."""
    return INFERENCE.is_inference()  # here


with torch.inference_mode():
    INFERENCE = torch.ones(1)


@script(refused("LTH0320"))
def function_mode(door):
    """A call within a TorchFunctionMode, TorchDispatchMode or FlopCounterMode, which would not see its operators, and with
    a default device that is not the CPU."""
    f = door.compile(lambda x: torch.exp(x))
    with Counting():
        return f(torch.ones(1))


@script(refused("LTH0307"))
def default_dtype(door):
    """A default dtype that a program sets and does not set back."""

    def f(x):
        torch.set_default_dtype(torch.float64)
        return x + 1  # here

    torch.set_default_dtype(torch.float32)
    result = door.compile(f)(torch.ones(1))
    torch.set_default_dtype(torch.float32)
    return result


@script(refused("LTH0307"))
def gradient_mode(door):
    """`torch.set_grad_enabled` that a program does not undo."""

    def f(x):
        torch.set_grad_enabled(False)
        return x + 1  # here

    result = door.compile(f)(torch.ones(1))
    torch.set_grad_enabled(True)
    return result


@limit(refused("LTH0315"), lambda: (torch.ones(1),))
def module_of_torch_script(x):
    """A module of TorchScript from outside that holds objects of classes or members of enums, changes lists or dicts, or calls Python."""
    return SCRIPTED(x)  # here


@script(differs())
def compiled_function_is_given_back(door):
    """A compiled function that a program gives back is the function that it was made of."""
    inner = door.compile(lambda x: x + 1)
    return door.compile(lambda x: inner)(torch.ones(1)) is inner


@script(refused("LTH0315"))
def compiled_within_vmap(door):
    """A call of a compiled function within `torch.vmap`, `jvp`, `torch.export`, `torch.fx` and `torch.jit.trace`
    is refused or raises."""
    return torch.vmap(door.compile(lambda x: x * 2))(torch.ones(3, 2))  # here


prose(
    __name__,
    "Two calls in threads that overlap and change the same elements of one list raise RuntimeError in the one that ends "
    "last; what they change elsewhere in it, and keys of dicts and elements of sets, is there afterwards.",
    "threads: tests/python/test_shared_containers.py",
)

prose(
    __name__,
    "An argument that more than 400 others hold is refused; results nested more than 10,000 levels raise "
    "RecursionError.",
    "needs thousands of objects",
)


class Renamed:
    pass


@script(differs())
def class_that_is_renamed(door):
    """Messages have the name that a class had when the program was compiled."""
    holder = Renamed()
    f = door.compile(lambda x: holder.missing + x)
    messages = []
    for name in ("First", "Second"):
        Renamed.__name__ = name
        try:
            f(torch.ones(1))
        except AttributeError as error:
            messages.append(str(error))
    return messages


PAIR = (6, 7)


@script(differs())
def tuple_in_a_list_of_run_time(door):
    """A tuple from outside that stands twice in a list of run time is two equal ones there."""
    f = door.compile(lambda n: [PAIR for _ in range(n)])
    first, second = f(2)
    return first is second


@script(differs())
def operator_replaced_by_one_of_torch(door):
    """An operator of tensors that another function of C takes the place of (`torch.Tensor.__add__ = torch.Tensor.__sub__`) is not seen."""
    x = torch.ones(2)
    f = door.compile(lambda x: x + 1)
    with mock.patch.object(torch.Tensor, "__add__", new=torch.Tensor.__sub__):
        return f(x)
