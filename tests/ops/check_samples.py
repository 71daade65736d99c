"""Operators against eager PyTorch, on PyTorch's own samples: every one that the table has.

Not collected by itself, since not all of them agree yet: `pytest tests/ops/check_samples.py -k NAME`.
"""

from __future__ import annotations

import linecache

import pytest
import torch

from ops import samples
from ops.test_ops import compare, outcome

LIMIT = 5
DTYPES = [torch.float32, torch.int64]


def function_of(source: str, name: str):
    """The function of a source text, which inspect can read."""
    file = f"<sample of {name} {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    scope: dict = {}
    exec(compile(source, file, "exec"), scope)
    return scope["call"]


def refusal(error: Exception) -> str:
    """The kind of a diagnostic that says what the table lacks; the error itself for another."""
    code = getattr(error, "code", "")
    if code and code != "LTH0700":
        return code
    raise error


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

    said, ran, refused = [], 0, 0
    for dtype in DTYPES:
        if dtype not in op.supported_dtypes("cpu"):
            continue
        for source, tensors in samples.calls(op, dtype, LIMIT):
            fn = function_of(source, op.name)
            want = run(fn, tensors)
            try:
                got = run(lith.to_static(fn), tensors)
            except lith.CompileError as error:
                refusal(error)
                refused += 1
                if refused >= 2 and not ran:
                    pytest.skip("not in the table")
                continue
            ran += 1
            shown = ", ".join(f"{str(t.dtype)[6:]}{list(t.shape)}" for t in tensors)
            call = source.splitlines()[-1].strip()[7:]
            said += [
                f"{call} on {shown}: {line[:300]}" for line in compare(tensors, want, got, 1e-5)
            ]
    assert not said, "\n" + "\n".join(said)
