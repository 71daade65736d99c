"""Calls of every kind with tensors of every rank and several dtypes: eager's result, or eager's exception in its words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

import lith
from ops.test_samples import function_of

CALLS = (Path(__file__).parent / "calls_of_every_rank.txt").read_text().splitlines()
TENSORS = {
    "f0": torch.tensor(1.5),
    "f1": torch.tensor([0.5, -2.0, 3.0]),
    "f2": torch.tensor([[1.0, -2.0, 0.5], [3.0, 0.0, 2.0]]),
    "f3": torch.arange(12.0).reshape(2, 2, 3) - 4,
    "f5": torch.ones(1, 2, 1, 2, 1),
    "one": torch.ones(1, 1),
    "e1": torch.zeros(0),
    "e3": torch.zeros(2, 0, 3),
    "b0": torch.tensor(True),
    "b1": torch.tensor([True, False]),
    "i0": torch.tensor(3),
    "i2": torch.tensor([[1, 2], [3, -4]]),
    "u1": torch.tensor([1, 255], dtype=torch.uint8),
    "c1": torch.tensor([1 + 2j, -1j]),
    "h2": torch.tensor([[1.0, 2.0], [0.5, -1]], dtype=torch.float16),
}
# What still differs: words of errors, and what eager refuses for reasons of its kernels.
DIFFERENT = {
    "a.logsumexp([])": "e1 e3",
    "torch.meshgrid(a,a,indexing='ij')": "f2 f3 i2 h2 one f5",
    "a.expand(-1)": "f0 b0 i0",
    "a.expand(2,-1,-1)": "f0 b0 i0",
    "torch.linalg.solve(a,a)": "b0 b1 i0 u1",
    "torch.linalg.multi_dot([a,a])": "b1",
    "a.index_fill(0,torch.tensor([0]),2)": "e1",
    "a.addbmm(a,a)": "f3 e3 f5",
    "F.linear(a,torch.ones(2,3))": "b1 i2 c1 h2 u1",
    "F.linear(a,torch.ones(3))": "i2 h2 f5",
    "F.cross_entropy(a,a)": "b0 i0",
    "F.conv1d(a,torch.ones(1,1,1))": "i2 h2",
    "a.histc()": "b0 b1",
    "a.sign()": "c1",
    "a.erf()": "c1",
    "a>1j": "h2",
    "torch.digamma(a)": "c1",
    "torch.lgamma(a)": "c1",
    "torch.stft(a,2,return_complex=True)": "f0 f1 f2 f3 e3 b0 i0 i2 c1 h2 u1 f5",
    "sorted(a)": "c1",
}


def outcome(run: Any, tensor: torch.Tensor) -> Any:
    torch.manual_seed(0)
    try:
        return run(tensor.clone())
    except lith.CompileError:
        raise
    except Exception as error:  # noqa: BLE001 - it has to be eager's
        return type(error).__name__, str(error).partition("\n")[0]


def same(a: Any, b: Any) -> bool:
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        return torch.allclose(a, b, rtol=1e-3, atol=1e-5, equal_nan=True)
    if isinstance(a, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and (a is b or str(a) == str(b))


@pytest.mark.generated
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", CALLS)
def test_call(call: str) -> None:
    source = f"import torch\nimport torch.nn.functional as F\n\n\ndef call(a):\n    return {call}\n"
    run = function_of(source, call)
    different = []
    for name, tensor in TENSORS.items():
        compiled = lith.to_static(run)
        try:
            found = outcome(compiled, tensor)
        except lith.CompileError:
            continue
        if not same(outcome(run, tensor), found):
            different.append(name)
    assert sorted(different) == sorted(DIFFERENT.get(call, "").split())
