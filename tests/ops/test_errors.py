"""Operators on what they refuse: PyTorch's own erroneous samples of every operator of the table.

The class of the exception is eager's, and so are its words, except where a table below says why not.
Both tables are strict: what agrees again has to leave them.
"""

from __future__ import annotations

import pytest
import torch

from ops import refusals, samples
from ops.test_samples import function_of, text_of

# Samples of an operator that are accepted, or refused by another class: how many, and why.
ACCEPTED = {
    "arange": (1, "out= of integers takes the step as an integer, which is 0"),
    "cat": (1, "out= may be one of the inputs"),
    "complex": (1, "out= takes another dtype where the numbers can be cast"),
    "gather": (2, "out= may be the input"),
    "take": (1, "out= may be the input"),
}  # fmt: skip
# Operators that refuse the same in words of their own in some sample, and why.
OTHER_WORDS = {
    "cat": "out= of another size", "kthvalue": "out= of another size", "masked_select": "out= of another size",
    "mean": "an integer dtype=",
    "nn.functional.adaptive_avg_pool1d": "sizes of the output",
    "nn.functional.adaptive_avg_pool2d": "sizes of the output",
    "nn.functional.adaptive_avg_pool3d": "sizes of the output",
    "nn.functional.adaptive_max_pool1d": "sizes of the output",
    "nn.functional.adaptive_max_pool2d": "sizes of the output",
    "nn.functional.adaptive_max_pool3d": "sizes of the output",
    "nn.functional.avg_pool3d": "the rank of the input",
    "nn.functional.gaussian_nll_loss": "an unknown reduction",
    "nn.functional.max_pool1d": "numbers of the window", "nn.functional.max_pool2d": "a window too large",
    "nn.functional.max_pool3d": "a window too large",
    "take": "out= of another size",
}  # fmt: skip


def operators():
    return [op for op in samples.operators() if op.error_inputs_func is not None]


def calls(op):
    """Source texts of functions with arguments, as samples.calls gives them."""
    torch.manual_seed(1)
    for error in op.error_inputs("cpu"):
        sample = error.sample_input
        tensors: list[torch.Tensor] = []
        try:
            words = [samples.text_of(v, tensors) for v in (sample.input, *sample.args)]
            words += [f"{k}={samples.text_of(v, tensors)}" for k, v in sample.kwargs.items()]
            name = samples.spelling(op)
        except samples.Unwritten:
            continue
        if not name and not isinstance(sample.input, torch.Tensor):
            continue
        call = f"{name}({', '.join(words)})" if name else f"t0.{op.name}({', '.join(words[1:])})"
        names = ", ".join(f"t{i}" for i in range(len(tensors)))
        yield f"import torch\n\n\ndef call({names}):\n    return {call}\n", tensors


def said(fn, tensors) -> tuple[str, str]:
    """Class and words of the exception; empty where there is none."""
    torch.manual_seed(0)
    try:
        fn(*tensors)
    except Exception as error:  # noqa: BLE001 - the exception is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return type(error).__name__, str(error).split("\nException raised from")[0]
    return "", ""


@pytest.mark.parametrize("op", operators(), ids=samples.name_of)
def test_errors(op) -> None:
    import lith

    classes, words, ran = [], [], 0
    refused: dict[str, str] = {}
    for source, tensors in calls(op):
        fn = function_of(source, op.name)
        want = said(fn, tensors)
        if not want[0]:
            continue
        call = text_of(source, tensors)
        try:
            got = said(lith.to_static(fn), tensors)
        except lith.CompileError as error:
            assert error.code != "LTH0700", str(error)
            refused[call] = refusals.reason(error)
            continue
        ran += 1
        line = f"{call}:\n  {got}, eager\n  {want}"
        if got[0] != want[0]:
            classes.append(line)
        elif got != want:
            words.append(line)
    name = samples.name_of(op)
    assert len(classes) == ACCEPTED.get(name, (0, ""))[0], "\n" + "\n".join(classes)
    assert bool(words) == (name in OTHER_WORDS), "\n" + "\n".join(words)
    refusals.check("errors", name, refused, ran)
