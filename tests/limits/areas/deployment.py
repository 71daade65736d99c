"""The tool, C++ and other doors."""

import torch

from limits.entry import differs, prose, raises, script


class Chosen:
    def __call__(self, x, op="add"):
        return x + 1 if op == "add" else x * 100


def choose(x, op="add"):
    return x + 1 if op == "add" else x * 100


@script(differs())
def default_argument_in_the_tool(door):
    """`lith run` without an argument that has a default takes the program that was used last, not the default."""
    return door.tool(choose, [(torch.ones(2),), (torch.ones(2), "mul")], (torch.ones(2),))


class Foreign:
    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack__(self, **options):
        return self.tensor.__dlpack__()

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


@script(raises(SystemError))
def another_producer_of_dlpack(door):
    """A loaded program given a tensor of a library other than torch and NumPy raises SystemError."""
    f = door.saved(lambda x: x + 1, (torch.ones(2),))
    return f(Foreign(torch.ones(2)) if type(door).__name__ == "Compiled" else torch.ones(2))


prose(__name__, "`lith import` is refused.", "a verb of the tool that is not there")
prose(
    __name__,
    "`lith run` takes arrays: that two arguments are one list or one tensor cannot be said; an `OSError` of a number and "
    "a text is shown as the tuple of its arguments.",
    "the tool's own text",
)
prose(
    __name__,
    "`lith::compile` (C++, without Python) takes modules of functions, classes of one base, constants and imports of "
    "`torch`, `torch.nn.functional` and `math`; arguments are tensors, numbers, texts and containers. `torch.nn.Module`, "
    "other packages and decorators of the user's are refused (LTH0316).",
    "C++; `tests/package/test_compiler.py` shows each",
)
prose(
    __name__,
    "A `ModelOutput` in C++ and in the tool is four values and a key, not two tensors.",
    "needs a library of models",
)
prose(
    __name__,
    "`lith.trace` over a call of a scripted function or module, over `BatchNorm` in training and over `out=` records a "
    "constant, or raises UnboundLocalError.",
    "another door than `to_static`",
)
