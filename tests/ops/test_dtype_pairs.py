"""Operators on pairs of dtypes: values, result dtypes, and what eager refuses, with its words.

One program holds all expressions for a pair, each in a `try`, so that a pair costs one compilation.
"""

from __future__ import annotations

import pytest
import torch

import lith
from ops.test_samples import function_of

DTYPES = [
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16,
    torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128,
]  # fmt: skip
TEXTS = """
a + b; a * b; a / b; torch.add(a, b, alpha=2); torch.sub(a, b, alpha=2); torch.rsub(a, b); a ** b.abs(); a < b
torch.div(a, b, rounding_mode="trunc"); torch.div(a, b, rounding_mode="floor"); torch.maximum(a, b); torch.fmax(a, b)
torch.clamp(a, b); torch.hypot(a, b); torch.xlogy(a, b); torch.special.xlog1py(a, b)
torch.heaviside(a, b); torch.lerp(a, b, 0.5); torch.addcmul(a, a, b, value=2); torch.addcdiv(a, a, b + 2, value=2)
torch.isclose(a, b); torch.gcd(a, b); torch.lcm(a, b); torch.logaddexp2(a, b); torch.cosine_similarity(a, b, 0)
torch.cross(a[:3], b[:3], dim=0); torch.dot(a, b); a.view(2, 3) @ b.view(3, 2); torch.bmm(a.view(1, 2, 3), b.view(1, 3, 2))
torch.nn.functional.mse_loss(a, b); torch.nn.functional.l1_loss(a, b); torch.nn.functional.smooth_l1_loss(a, b)
a.index_add(0, torch.tensor([0, 1]), b[:2]); a.index_put((torch.tensor([0, 1]),), b[:2]); a.masked_scatter(a == a, b)
a.put(torch.tensor([1]), b[:1]); a.scatter_reduce(0, torch.arange(6), b, "amax"); a.index_fill(0, torch.tensor([1]), b[0])
a.masked_fill(a == a, b[1]); torch.meshgrid(a, b, indexing="ij"); torch.isin(a, b); torch.dist(a, b); a.norm()
a.max(); a.min(0); a.median(); a.cummax(0); a.unique(); a.mode(); a.amax(); a.kthvalue(1); torch.trapezoid(a, b)
a.take(b); a.index_select(0, b); torch.ldexp(a, b); torch.searchsorted(a, b.sort()[0]); torch.floor(a)
""".replace("\n", ";")
STORES = """
torch.sgn(a, out=b); torch.where(a == a, a, a, out=b); torch.cumsum(a, 0, out=b)
torch.clamp(a, 0, out=b); a.float_power_(b); a.lerp_(b, 0.5); a.index_add_(0, torch.arange(6), b)
a.masked_scatter_(a == a, b); a.heaviside_(b); a.add_(b, alpha=2); a &= b; a.bitwise_or_(b); a.copysign_(b); a[a == a] = b; a[a == a] = b[1]
""".replace("\n", ";")


def split(texts: str) -> list[str]:
    return [each.strip() for each in texts.split(";") if each.strip()]


def source() -> str:
    lines = ["import torch", "", "", "def call(a0, b0):", "    r = []"]
    for text in split(TEXTS) + split(STORES):
        stores = text in split(STORES)
        lines += ["    a, b = a0.clone(), b0.clone()", "    try:"]
        lines += (
            [f"        {text}", "        r.append((a, b))"]
            if stores
            else [f"        r.append({text})"]
        )
        lines += [
            "    except Exception as e:",
            "        r.append(type(e).__name__ + ': ' + str(e))",
        ]
    return "\n".join([*lines, "    return r", ""])


def values(dtype: torch.dtype) -> torch.Tensor:
    if dtype == torch.bool:
        return torch.tensor([True, False, True, True, False, True])
    if dtype.is_complex:
        return torch.tensor([1j, 2.0, -1 + 2j, 0.5, 3 - 1j, 1.0], dtype=dtype)
    whole = [1, 3, 2, 5, 4, 100] if dtype == torch.uint8 else [1, -3, 2, 5, -4, 100]
    return (
        torch.tensor(whole, dtype=dtype)
        if not dtype.is_floating_point
        else torch.tensor(whole, dtype=dtype) / 2
    )


def said(eager, got) -> str | None:
    if isinstance(eager, str) or isinstance(got, str):
        return None if eager == got else f"{got!r}, eager {eager!r}"
    if isinstance(eager, tuple):
        return next((x for x in map(said, eager, got) if x), None)
    if eager.dtype != got.dtype or eager.shape != got.shape:
        return f"{got.dtype}{list(got.shape)}, eager {eager.dtype}{list(eager.shape)}"
    wide = torch.complex128 if eager.is_complex() else torch.float64
    least = {torch.float16: 2e-3, torch.bfloat16: 2e-2}.get(eager.dtype, 1e-5)
    same = torch.allclose(got.to(wide), eager.to(wide), rtol=least, atol=least, equal_nan=True)
    return None if same else f"{got}, eager {eager}"


PAIRS = [
    (a, b)
    for i, a in enumerate(DTYPES)
    for j, b in enumerate(DTYPES)
    if i == j or (5 * i + j) % 5 == 0
]


@pytest.mark.parametrize(("left", "right"), PAIRS, ids=lambda d: str(d)[6:])
def test_pair(left: torch.dtype, right: torch.dtype) -> None:
    import lith

    text = source()
    if torch.complex64 in (left, right) or torch.complex128 in (left, right):
        text = text.replace("torch.logaddexp2(a, b)", "a + b")  # refused
    arguments = values(left), values(right).roll(1)
    eager = function_of(text, "pair")(*arguments)
    got = lith.to_static(function_of(text, "pair"))(*arguments)
    names = split(TEXTS) + split(STORES)
    found = [f"{n}: {x}" for n, w, g in zip(names, eager, got, strict=True) if (x := said(w, g))]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("other", [torch.float32, torch.float64])
def test_half_and_a_tensor_without_dimensions(dtype: torch.dtype, other: torch.dtype) -> None:
    """To the last digit: eager rounds the one on the left of `*` to half precision, and not the one on the right."""
    program = lith.to_static(lambda x, t: (t * x, x * t, 0.1 * x, x * 0.1, t + x, x - t, t / x))
    x = torch.linspace(-3, 3, 200).to(dtype)
    for value in (0.1, 0.7, 3.3):
        t = torch.tensor(value, dtype=other)
        for got, wanted in zip(
            program(x, t), (t * x, x * t, 0.1 * x, x * 0.1, t + x, x - t, t / x)
        ):
            assert got.dtype == wanted.dtype and torch.equal(got, wanted)
