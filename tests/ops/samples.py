"""PyTorch's own sample inputs of its operators, as calls written in Python.

`torch.testing._internal` describes each operator with inputs for every dtype: sizes of zero, strides,
broadcasting, negative dimensions, keywords. A sample becomes the text of a call; its tensors are the
arguments.
"""

from __future__ import annotations

import random
import sys
import types
import unittest
from collections.abc import Iterator
from typing import Any

import torch

# Their results are not defined, or are no dense tensors; vectors whose signs are free: test_spectra.py.
SKIPPED = {
    "empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided",
    "linalg.eigh", "linalg.svd", "svd",
    "resize_", "resize_as_", "to_sparse", "sparse.mm", "sparse.sampled_addmm",
}  # fmt: skip


class Unwritten(Exception):
    """A sample that has no plain Python text."""


def provide_expecttest() -> None:
    """A stand-in for a package that PyTorch's test support imports and that nothing here uses."""
    stand_in = types.ModuleType("expecttest")
    stand_in.TestCase = unittest.TestCase  # type: ignore[attr-defined]
    sys.modules.setdefault("expecttest", stand_in)


def operators() -> list[Any]:
    """The descriptions, by name; empty where PyTorch's test support is not there."""
    provide_expecttest()
    try:
        from torch.testing._internal import common_utils
        from torch.testing._internal.common_methods_invocations import op_db
        from torch.testing._internal.opinfo import core
    except ImportError:
        return []
    # For its seed each sample looks through the whole stack for a unittest.TestCase: there is none.
    common_utils.extract_test_fn = core.extract_test_fn = lambda: None
    kept = [op for op in op_db if op.name not in SKIPPED and "dropout" not in op.name]
    return [op for op in kept if not op.name.startswith("_")]


def name_of(op: Any) -> str:
    return op.name + (f".{op.variant_test_name}" if op.variant_test_name else "")


def text_of(value: Any, tensors: list[torch.Tensor]) -> str:
    """The expression for an argument; tensors are collected."""
    if isinstance(value, torch.Tensor):
        tensors.append(value)
        return f"t{len(tensors) - 1}"
    if type(value) is list:
        return "[" + ", ".join(text_of(v, tensors) for v in value) + "]"
    if type(value) in (tuple, torch.Size):
        return "(" + "".join(text_of(v, tensors) + ", " for v in value) + ")"
    if isinstance(value, slice):
        parts = (value.start, value.stop, value.step)
        return "slice(" + ", ".join(text_of(v, tensors) for v in parts) + ")"
    if isinstance(value, torch.dtype):
        return str(value)
    if value is ...:
        return "..."
    if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
        return f"float('{value}')"
    if isinstance(value, (bool, int, float, complex, str, type(None))):
        return repr(value)
    raise Unwritten(type(value).__name__)


def spelling(op: Any) -> str:
    """`torch.nn.functional.gelu`, or empty for a method."""
    if op.name.startswith("nn.functional."):
        return f"torch.{op.name}"
    found: Any = torch
    for part in op.name.split("."):
        found = getattr(found, part, None)
    if found is not None and found is op.op:
        return f"torch.{op.name}"
    if hasattr(torch.Tensor, op.name):
        return ""
    raise Unwritten(op.name)


def call_of(op: Any, sample: Any) -> tuple[str, list[torch.Tensor]]:
    """The expression that calls the operator on a sample, and its tensors, `t0` and so on."""
    tensors: list[torch.Tensor] = []
    words = [text_of(v, tensors) for v in (sample.input, *sample.args)]
    words += [f"{k}={text_of(v, tensors)}" for k, v in sample.kwargs.items()]
    name = spelling(op)
    if name:
        return f"{name}({', '.join(words)})", tensors
    if not isinstance(sample.input, torch.Tensor):
        raise Unwritten(op.name)
    return f"t0.{op.name}({', '.join(words[1:])})", tensors


def calls(op: Any, dtype: torch.dtype, limit: int) -> Iterator[tuple[str, list[torch.Tensor]]]:
    """Source texts of functions, with arguments; at most `limit`, a fixed choice of them."""
    torch.manual_seed(1)
    samples = list(op.sample_inputs("cpu", dtype, requires_grad=False))
    random.Random(0).shuffle(samples)
    for sample in samples[:limit]:
        try:
            call, tensors = call_of(op, sample)
        except Unwritten:
            continue
        names = ", ".join(f"t{i}" for i in range(len(tensors)))
        yield f"import torch\n\n\ndef call({names}):\n    return {call}\n", tensors
