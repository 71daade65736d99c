"""Which dtypes are pooled, and what eager says of the others."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F

import lith

DTYPES = [torch.complex64, torch.bool, torch.int64, torch.int32, torch.bfloat16, torch.float64]
NAMES = [f"{kind}_pool{n}d" for n in (1, 2, 3) for kind in ("avg", "adaptive_avg", "max", "adaptive_max")]  # fmt: skip


def pooled(x, name: str, size: int):
    return getattr(F, name)(x, size)


def outcome(function: Any, *args: Any) -> Any:
    try:
        return function(*args)
    except (NotImplementedError, RuntimeError) as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("name", NAMES)
def test_dtypes(name: str) -> None:
    for dtype in DTYPES:
        for size in (1, 2):
            x = torch.arange(-8.0, -8.0 + 4 ** int(name[-2])).reshape(1, 1, *[4] * int(name[-2]))
            given = x.to(dtype)
            want, got = outcome(pooled, given, name, size), outcome(lith.to_static(pooled), given, name, size)  # fmt: skip
            assert type(got) is type(want), (dtype, size, got, want)
            if isinstance(want, tuple):
                assert got == want, (dtype, size)
            else:
                assert got.dtype == want.dtype and torch.equal(got, want)
