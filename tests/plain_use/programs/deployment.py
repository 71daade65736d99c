"""The native tool, settings around saving, gradients and tensors of other libraries at loaded programs."""

import contextlib
import json
import os
import re
import tempfile
from pathlib import Path

import numpy as np
import torch
from torch import nn

from language.harness import tool_call
from limits.doors import Eager
from plain_use.row import same, steps


def ones():
    return torch.ones(2)


def choose(x, mode="add"):
    if mode == "add":
        return x + 1
    return x * 100


@steps()
def tool_takes_the_default(door):
    """The tool takes the default of an argument, not what was called last."""
    return door.tool(choose, [(ones(),), (ones(), "mul")], (ones(),))


@steps()
def tool_takes_the_default_that_was_called_last(door):
    """The tool takes the default, where that call was the last."""
    return door.tool(choose, [(ones(), "mul"), (ones(),)], (ones(),))


@steps()
def loaded_takes_the_default(door):
    """A loaded program takes the default of an argument, whatever the order of the calls."""
    f = door.saved(choose, (ones(),), (ones(), "mul"))
    g = door.saved(choose, (ones(), "mul"), (ones(),))
    return f(ones()), f(ones(), "mul"), g(ones()), g(ones(), mode="mul")


def count(x, n=2):
    return x * n


@steps()
def tool_takes_a_number_by_default(door):
    """The tool takes a default number."""
    return door.tool(count, [(ones(),), (ones(), 5)], (ones(),))


def masked(x, mask=None):
    return x if mask is None else x * mask


@steps()
def tool_takes_none_by_default(door):
    """The tool takes None by default where the program was also called with a tensor."""
    calls = [(ones(),), (ones(), torch.zeros(2))]
    return door.tool(masked, calls, (ones() * 3,)), door.tool(
        masked, calls, (ones() * 3, ones() * 2)
    )


class Flagged(nn.Module):
    def forward(self, x, double=False):
        return x * 2 if double else x + 5


@steps()
def tool_takes_a_flag_by_default(door):
    """The tool takes a default flag of a module's forward."""
    return door.tool(Flagged(), [(ones(),), (ones(), True)], (ones(),))


@steps()
def tool_by_another_shape(door):
    """The tool chooses by the rank and the dtype of its arrays."""

    def f(x):
        return x * 2 if x.dim() == 1 else x.sum(0)

    calls = [(torch.ones(3),), (torch.ones(2, 3),), (torch.arange(3),)]
    return (
        door.tool(f, calls, (torch.ones(4),)),
        door.tool(f, calls, (torch.ones(3, 2),)),
        door.tool(f, calls, (torch.arange(5),)),
    )


def encoder():
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, dropout=0.0)
    return nn.TransformerEncoder(layer, 1).eval()


def encoded(door, around):
    x, mask = (
        torch.ones(2, 3, 4) + torch.arange(4.0),
        torch.tensor([[False, False, True], [False, True, True]]),
    )

    m = encoder()
    f = door.saved(lambda x, mask: m(x, src_key_padding_mask=mask), (x, mask), around=around)
    with around():
        return f(x, mask)


@steps()
def encoder_without_gradients(door):
    """An encoder with a padding mask, called under `no_grad` and saved outside of it."""
    return encoded(door, torch.no_grad)


@steps()
def encoder_under_inference_mode(door):
    """An encoder with a padding mask, called under `inference_mode` and saved outside of it."""
    return encoded(door, torch.inference_mode).clone()


def mode_of_gradients(x):
    return x + 1 if torch.is_grad_enabled() else x - 1


@steps()
def branch_on_the_gradient_mode(door):
    """A program that asks for the mode of gradients is saved for that of its call."""
    f = door.saved(mode_of_gradients, (ones(),), around=torch.no_grad)
    with torch.no_grad():
        return f(ones())


@steps()
def calls_with_gradients(door):
    """A program that asks for the mode of gradients, called and used with gradients on."""
    return door.saved(mode_of_gradients, (ones(),))(ones())


@steps()
def saved_under_another_mode(door):
    """A program that was called with gradients on, used without."""
    m = nn.Linear(2, 2)
    f = door.saved(m, (ones(),), around=torch.no_grad)
    with torch.no_grad():
        return f(ones()), f(ones() * 3)


@steps()
def autocast_around_the_call(door):
    """A module called under `autocast` and saved outside of it computes as called."""
    around = lambda: torch.autocast("cpu", dtype=torch.bfloat16)  # noqa: E731
    layer = nn.Linear(2, 2).requires_grad_(False)
    layer.weight.fill_(0.5)
    layer.bias.fill_(2.0)
    f = door.saved(layer, (ones(),), around=around)
    with around():
        return f(ones() * 3)


@contextlib.contextmanager
def doubles():
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(torch.float32)


@steps()
def default_dtype_around_the_call(door):
    """A program called under another default dtype makes its tensors of that."""
    f = door.saved(lambda n: torch.ones(2) * n, (1,), around=doubles)
    with doubles():
        return f(3)


@steps()
def gradient_at_a_loaded_program(door):
    """A loaded program given a tensor that requires a gradient raises, or goes on with it."""
    f = door.saved(lambda x: x * 2, (ones(),))
    try:
        return f(ones().requires_grad_()).requires_grad
    except RuntimeError:
        return True


@steps()
def gradient_within_a_list(door):
    """A loaded program given a list with a tensor that requires a gradient raises, or goes on with it."""
    f = door.saved(lambda xs: xs[0] * 2, ([ones()],))
    try:
        return f([ones().requires_grad_()]).requires_grad
    except RuntimeError:
        return True


@steps()
def gradient_of_a_computed_tensor(door):
    """A loaded program given a computed tensor that requires a gradient, in a dict."""
    f = door.saved(lambda d: d["a"] * 2, ({"a": ones()},))
    try:
        return f({"a": ones().requires_grad_() * 3}).requires_grad
    except RuntimeError:
        return True


@steps()
def gradient_switched_off(door):
    """A loaded program takes tensors that require gradients where gradients are off."""
    f = door.saved(lambda x: x * 2, (ones(),))
    with torch.no_grad():
        first = f(ones().requires_grad_())
    with torch.inference_mode():
        second = f(ones().requires_grad_())
    return first, second.clone(), f(ones().requires_grad_().detach())


class Maker:
    """A tensor of a library that only speaks DLPack."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack__(self, *, stream=None):
        return self.tensor.__dlpack__()

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


class VersionedMaker(Maker):
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self.tensor.__dlpack__(max_version=max_version)


def foreign(door, tensor, kind=Maker):
    return tensor if isinstance(door, Eager) else kind(tensor)


@steps()
def tensor_of_another_library(door):
    """A loaded program is given a tensor of a library that only speaks DLPack."""
    f = door.saved(lambda x, y: x * 2 + y, (ones(), ones()))
    x = torch.arange(2.0)
    return f(foreign(door, x), foreign(door, x)), f(foreign(door, x), x), f(x, foreign(door, x))


@steps()
def tensor_of_a_newer_library(door):
    """A loaded program is given a tensor of a library that speaks DLPack with versions."""
    f = door.saved(lambda x: x * 2, (torch.ones(2, 3),))
    x = torch.arange(6.0).view(3, 2)
    return f(foreign(door, x.t(), VersionedMaker)), f(
        foreign(door, x[:0].view(0, 3), VersionedMaker)
    )


@steps()
def tensors_of_another_library_in_containers(door):
    """A loaded program is given lists and dicts of tensors of another library."""
    f = door.saved(lambda xs, d: xs[0] + d["a"], ([ones()], {"a": ones()}))
    return f([foreign(door, ones())], {"a": foreign(door, ones())})


@steps()
def dtypes_of_another_library(door):
    """A loaded program is given ints, bools and doubles of another library."""
    kinds = [torch.arange(3), torch.tensor([True, False]), torch.ones(2, dtype=torch.float64)]
    f = door.saved(lambda x: x + 1, *[(x,) for x in kinds])
    return [f(foreign(door, x)) for x in kinds]


@steps()
def arrays_of_numpy(door):
    """A loaded program that was saved for tensors is given arrays."""
    f = door.saved(lambda x: x * 2, (ones(),))
    if isinstance(door, Eager):
        return f(np.arange(2, dtype=np.float32))
    return f(np.arange(2, dtype=np.float32))


def arrays_of_the_tool(door, program, arguments):
    """All arrays that the tool writes."""
    if isinstance(door, Eager):
        return None
    import lith

    compiled = lith.to_static(program)
    compiled(*arguments)
    with tempfile.TemporaryDirectory() as folder:
        compiled.save(f"{folder}/program.lith")
        done, arrays = tool_call(Path(folder, "program.lith"), arguments, folder)
        assert not done.returncode, done.stderr
        return [a.tolist() for a in arrays]


@steps()
def model_output_at_the_tool(door):
    """The tool gives one array for each tensor of a `ModelOutput`."""
    from transformers.modeling_outputs import BaseModelOutput, CausalLMOutput

    def f(x):
        return BaseModelOutput(last_hidden_state=x + 1)

    def g(x):
        return CausalLMOutput(loss=x.sum(), logits=x * 2)

    made = [arrays_of_the_tool(door, p, (ones(),)) for p in (f, g)]
    return made if made[0] is not None else [[[2.0, 2.0]], [2.0, [2.0, 2.0]]]


@steps()
def containers_at_the_tool(door):
    """The tool gives one array for each tensor of a tuple, a dict, a list and a namespace of results."""

    def f(x):
        return (x + 1, {"a": x * 2, "b": [x.sum()]})

    made = arrays_of_the_tool(door, f, (ones(),))
    return made if made is not None else [[2.0, 2.0], [2.0, 2.0], 2.0]


@steps()
def model_output_of_a_loaded_program(door):
    """A loaded program gives the keys and values of a `ModelOutput`."""
    from transformers.modeling_outputs import CausalLMOutput

    def f(x):
        return CausalLMOutput(loss=x.sum(), logits=x * 2)

    out = door.saved(f, (ones(),))(torch.ones(3))
    return (
        out["loss"],
        out["logits"],
        out.loss,
        list(out),
        len(out),
        out[0] if hasattr(out, "to_tuple") else out["loss"],
    )


@same(lambda: ("a1b22",))
def numbers_in_a_text(s):
    """`re.findall` of a text of run time."""
    return (
        re.findall("[0-9]+", s),
        re.compile("[a-z]").findall(s),
        re.sub("[0-9]", "", s),
        bool(re.match("a", s)),
    )


@steps()
def several_texts(door):
    """`re` and `json` given several texts."""
    f = door.compile(lambda s: (re.findall("[0-9]+", s), json.loads(s)))
    return [f(s) for s in ("[1, 22]", '{"a": [1.5, null]}', "[]", '"3"', "[1, 22]")]


@steps(refused="LTH0318")
def more_texts_than_programs(door):
    """`re` given a hundred texts."""
    f = door.compile(lambda s: len(re.findall("[0-9]", s)))  # here
    return [f(f"{i} of {i * i}") for i in range(100)]


@steps()
def file_is_the_program(door):
    """A saved file answers in a process's folder that has gone, and after the program has changed."""
    state = {"k": 1}
    f = door.saved(lambda x: x + state["k"], (ones(),))
    first = f(ones())
    here = os.getcwd()
    os.chdir("/")
    try:
        return first, f(ones())
    finally:
        os.chdir(here)
