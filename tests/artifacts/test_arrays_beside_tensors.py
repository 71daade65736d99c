"""A saved program takes arrays of NumPy for tensors: one that was called with both says which it is of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import lith


def told(x: Any) -> Any:
    return isinstance(x, torch.Tensor), x * 2


@pytest.mark.parametrize(
    "calls",
    [
        (torch.arange(2), np.arange(2)),
        (np.arange(2), torch.arange(2)),
        (np.int64(1), torch.tensor(1)),
        (torch.tensor(1.0, dtype=torch.float64), np.float64(1)),
    ],
)
def test_both_are_refused(calls: tuple[Any, ...], tmp_path: Path) -> None:
    program = lith.to_static(told)
    for x in calls:
        program(x)
    with pytest.raises(lith.CompileError, match="arrays of NumPy and with tensors"):
        program.save(tmp_path / "both.lith")


def test_of_other_ranks_and_dtypes_both_are_there(tmp_path: Path) -> None:
    program = lith.to_static(told)
    for x in (torch.arange(2), np.ones((2, 2)), np.ones(2, dtype=np.float32)):
        program(x)
    program.save(tmp_path / "each.lith")
    loaded = lith.load(tmp_path / "each.lith")
    assert loaded(torch.arange(3))[0] is True
    assert loaded(np.zeros((3, 1)))[0] is False
    assert isinstance(loaded(np.zeros(4, dtype=np.float32))[1], np.ndarray)
