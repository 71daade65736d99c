"""Operators against eager PyTorch, on PyTorch's own samples: every one that the table has.

Each operator takes float32 and one more of its dtypes, which its name chooses, so that all of them
hold every dtype together.
"""

from __future__ import annotations

import linecache
import zlib

import pytest
import torch

from ops import refusals, samples
from ops.test_ops import compare, outcome

pytestmark = pytest.mark.generated

LIMIT = 3
OTHERS = [
    torch.int64, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.uint8, torch.bool,
    torch.complex64,
]  # fmt: skip
# Half precision is rounded in other places: relative to the result.
ROUNDING = {torch.float16: 1e-2, torch.bfloat16: 5e-2}
# Dtypes that are left out, and why.
LEFT_OUT = {
    ("conj", torch.complex64): "a value, where eager gives a view",
    ("nn.functional.interpolate", torch.uint8): "eager weighs bytes in fixed point: it may differ by 1",
    ("nn.functional.upsample_bilinear", torch.uint8): "eager weighs bytes in fixed point: it may differ by 1",
    ("nn.functional.hinge_embedding_loss", torch.bfloat16): "a mean of terms that cancel",
    ("nn.functional.multi_head_attention_forward", torch.bfloat16): "the softmax of scores that nearly tie",
}  # fmt: skip


def function_of(source: str, name: str):
    """The function of a source text, which inspect can read."""
    file = f"<sample of {name} {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    scope: dict = {}
    exec(compile(source, file, "exec"), scope)
    return scope["call"]


def dtypes_of(op) -> list[torch.dtype]:
    """float32 where the operator takes it, and one more dtype."""
    taken = op.supported_dtypes("cpu")
    others = [d for d in OTHERS if d in taken and (op.name, d) not in LEFT_OUT]
    chosen = [torch.float32] if torch.float32 in taken else []
    if others:
        chosen.append(others[zlib.crc32(samples.name_of(op).encode()) % len(others)])
    return chosen


def text_of(source: str, tensors) -> str:
    """The call of a sample, and what its arguments are."""
    shown = ", ".join(f"{str(t.dtype)[6:]}{list(t.shape)}" for t in tensors)
    return f"{source.splitlines()[-1].strip()[7:]} on {shown}"


def run(fn, tensors):
    """The outcome, with random numbers from one seed."""
    torch.manual_seed(0)
    try:
        return outcome(fn, tensors)
    except AssertionError:
        return "AssertionError"


@pytest.mark.parametrize("op", samples.operators(), ids=samples.name_of)
def test_samples(op) -> None:
    import lith

    said, ran = [], 0
    refused: dict[str, str] = {}
    for dtype in dtypes_of(op):
        for source, tensors in samples.calls(op, dtype, LIMIT):
            fn = function_of(source, op.name)
            call = text_of(source, tensors)
            try:
                got = run(lith.to_static(fn), tensors)
            except lith.CompileError as error:
                assert error.code != "LTH0700", str(error)
                refused[call] = refusals.reason(error)
                continue
            ran += 1
            found = compare(tensors, run(fn, tensors), got, ROUNDING.get(dtype, 1e-5))
            said += [f"{call}: {line[:300]}" for line in found]
    assert not said, "\n" + "\n".join(said)
    refusals.check("samples", samples.name_of(op), refused, ran)
