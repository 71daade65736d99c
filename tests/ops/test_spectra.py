"""Factors of matrices against eager PyTorch. Signs of vectors are free: what they say is compared."""

from __future__ import annotations

import functools

import pytest
import torch

import lith
from ops.test_samples import function_of

SIZES = [
    (1, 1),
    (4, 4),
    (5, 3),
    (3, 5),
    (2, 4, 4),
    (2, 3, 6, 2),
    (40, 40),
    (60, 24),
    (24, 70),
    (700, 6, 6),
]
EMPTY = [(0, 3), (3, 0), (0, 0), (0, 3, 2), (2, 0, 0), (2, 0, 3)]
DTYPES = [torch.float32, torch.float64]


def made(*sizes: int, dtype=torch.float64) -> torch.Tensor:
    random = torch.Generator().manual_seed(sum(sizes))
    return torch.randn(*sizes, generator=random, dtype=torch.float64).to(dtype)


def close(left, right, dtype, scale: float = 1.0) -> bool:
    least = 2e-4 if dtype == torch.float32 else 1e-11
    return torch.allclose(left.double(), right.double(), rtol=0, atol=least * max(scale, 1.0))


def alike(got, want) -> bool:
    """Types, names, dtypes, shapes and strides."""
    assert type(got) is type(want)
    for mine, theirs in zip(got, want, strict=True):
        assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
        assert mine.numel() == 0 or mine.stride() == theirs.stride()
    return True


def is_orthogonal(columns) -> bool:
    unit = torch.eye(columns.shape[-1], dtype=columns.dtype)
    return close(columns.mT @ columns, unit.expand(*columns.shape[:-2], *unit.shape), columns.dtype)


def svd(x, full):
    return torch.linalg.svd(x, full_matrices=full)


def old_svd(x, some):
    return torch.svd(x, some)


def old_svd_values(x):
    return x.svd(compute_uv=False)


def svdvals(x):
    return torch.linalg.svdvals(x)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("full", [True, False])
def test_svd(dtype, full) -> None:
    program, old, values = lith.to_static(svd), lith.to_static(old_svd), lith.to_static(svdvals)
    for sizes in SIZES + EMPTY:
        x = made(*sizes, dtype=dtype)
        want, got = svd(x, full), program(x, full)
        assert alike(got, want) and close(got.S, want.S, dtype, 10)
        k = got.S.shape[-1]
        assert close((got.U[..., :k] * got.S[..., None, :]) @ got.Vh[..., :k, :], x, dtype, 10)
        assert is_orthogonal(got.U) and is_orthogonal(got.Vh.mT)
        assert alike((values(x),), (want.S,)) and close(values(x), want.S, dtype, 10)
        u, s, v = old(x, not full)
        assert type(old(x, not full)) is type(old_svd(x, not full))
        assert v.shape == want.Vh.mT.shape
        assert close((u[..., :k] * s[..., None, :]) @ v[..., :k].mT, x, dtype, 10)


def test_singular_values_alone() -> None:
    x = made(5, 3)
    want, got = old_svd_values(x), lith.to_static(old_svd_values)(x)
    assert type(got) is type(want) and torch.equal(got.U, want.U) and torch.equal(got.V, want.V)
    assert close(got.S, want.S, x.dtype)


def eigh(x, triangle):
    return torch.linalg.eigh(x, triangle)


def eigvalsh(x, triangle):
    return torch.linalg.eigvalsh(x, UPLO=triangle)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("triangle", ["L", "U", "u"])
def test_eigh(dtype, triangle) -> None:
    program, values = lith.to_static(eigh), lith.to_static(eigvalsh)
    for sizes in ((1, 1), (2, 2), (6, 6), (3, 5, 5), (50, 50), (0, 0), (0, 4, 4)):
        x = made(*sizes, dtype=dtype)
        want, got = eigh(x, triangle), program(x, triangle)
        assert alike(got, want) and close(got.eigenvalues, want.eigenvalues, dtype, 10)
        whole = x.tril() + x.tril(-1).mT if triangle == "L" else x.triu() + x.triu(1).mT
        vectors = got.eigenvectors
        assert is_orthogonal(vectors)
        assert close(whole @ vectors, vectors * got.eigenvalues[..., None, :], dtype, 10)
        assert close(values(x, triangle), want.eigenvalues, dtype, 10)


def lstsq(a, b, driver):
    return torch.linalg.lstsq(a, b, driver=driver)


def lstsq_limited(a, b, driver, limit):
    return torch.linalg.lstsq(a, b, limit, driver=driver)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("driver", [None, "gels", "gelsy", "gelsd", "gelss"])
def test_lstsq(dtype, driver) -> None:
    program = lith.to_static(lstsq)
    cases = [((4, 4), (4, 2)), ((7, 3), (7, 2)), ((3, 6), (3, 4)), ((7, 3), (7,)), ((5, 5), (5,))]
    cases += [
        ((2, 3, 5), (2, 3, 2)),
        ((2, 3, 5), (1, 3, 2)),
        ((2, 4, 4), (2, 4)),
        ((50, 20), (50, 3)),
    ]
    if driver in (None, "gels", "gelsy"):
        cases += [((2, 6, 3), (2, 6, 4)), ((2, 6, 3), (2, 6))]
    for left, right in cases:
        a, b = made(*left, dtype=dtype), made(*right, dtype=dtype)
        want, got = lstsq(a, b, driver), program(a, b, driver)
        assert type(got) is type(want)
        for mine, theirs in zip(got, want, strict=True):
            assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
            assert close(mine, theirs, dtype, 10)


@pytest.mark.parametrize("driver", ["gelsy", "gelsd"])
def test_lstsq_of_less_than_full_rank(driver) -> None:
    program, limited = lith.to_static(lstsq), lith.to_static(lstsq_limited)
    a = made(6, 2) @ made(2, 4)
    b = made(6, 3)
    want, got = lstsq(a, b, driver), program(a, b, driver)
    assert torch.equal(got.rank, want.rank) and close(got.solution, want.solution, a.dtype, 10)
    assert got.residuals.shape == want.residuals.shape
    want, got = lstsq_limited(a, b, driver, 0.9), limited(a, b, driver, 0.9)
    assert torch.equal(got.rank, want.rank)
    # Eager gives gelsy its pivots as memory that nobody wrote: where a limit leaves out more than
    # zeros, the solution is one of several.
    assert driver == "gelsy" or close(got.solution, want.solution, a.dtype, 10)


def test_lstsq_of_nothing() -> None:
    program = lith.to_static(lstsq)
    for left, right in (((3, 0), (3, 2)), ((0, 3), (0, 2)), ((0, 3, 2), (0, 3, 2))):
        want, got = lstsq(made(*left), made(*right), None), program(made(*left), made(*right), None)
        for mine, theirs in zip(got, want, strict=True):
            assert mine.shape == theirs.shape and torch.equal(mine, theirs)


def qr(x, mode):
    return torch.linalg.qr(x, mode)


def lu(x):
    return torch.linalg.lu(x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_qr_and_lu(dtype) -> None:
    program, factors = lith.to_static(qr), lith.to_static(lu)
    for sizes in SIZES + EMPTY:
        x = made(*sizes, dtype=dtype)
        for mode in ("reduced", "complete", "r"):
            want, got = qr(x, mode), program(x, mode)
            assert (
                alike(got, want) and close(got.Q, want.Q, dtype) and close(got.R, want.R, dtype, 10)
            )
        for mine, theirs in zip(factors(x), lu(x), strict=True):
            assert mine.shape == theirs.shape and close(mine, theirs, dtype, 10)


@functools.cache
def cond(p: str):
    return function_of(
        f"import torch\ndef call(x):\n    return torch.linalg.cond(x, {p})\n", "cond"
    )


@pytest.mark.parametrize(
    "p", ["None", "2", "-2", "1", "-1.0", "torch.inf", "-torch.inf", "'fro'", "'nuc'", "3", "'x'"]
)
def test_cond(p) -> None:
    function = cond(p)
    program = lith.to_static(function)
    shapes = [(4, 4), (2, 3, 3), (0, 0), (5, 3), (3,)]
    given = [made(*sizes) for sizes in shapes] + [torch.zeros(3, 3), torch.ones(2, 2).half()]
    for x in given:
        try:
            want = function(x)
        except RuntimeError as error:
            with pytest.raises(type(error)) as said:
                program(x)
            assert str(said.value) == str(error)
            continue
        got = program(x)
        assert got.dtype == want.dtype and got.shape == want.shape
        assert torch.allclose(got, want, rtol=1e-6, equal_nan=True)


def pinv(x):
    return torch.linalg.pinv(x)


def matrix_rank(x):
    return torch.linalg.matrix_rank(x)


def largest(x):
    return torch.linalg.matrix_norm(x, 2)


HALF, WHOLE, NAN = (
    torch.ones(2, 2).half(),
    torch.ones(3, 3).long(),
    torch.full((4, 4), float("nan")),
)
SOME_NAN = torch.stack([torch.eye(4), NAN])
REFUSED = {
    svd: [(HALF, True), (WHOLE, True), (made(3), True), (NAN, True), (SOME_NAN, False)],
    old_svd: [(HALF, True), (made(3), True), (WHOLE, True)],
    pinv: [(HALF,), (WHOLE,), (made(3),), (NAN,), (SOME_NAN,)],
    matrix_rank: [(HALF,), (NAN,)],
    largest: [(NAN,), (SOME_NAN,)],
    svdvals: [(HALF,), (WHOLE,), (made(3),), (NAN,), (SOME_NAN,)],
    eigh: [
        (HALF, "L"), (HALF, "X"), (WHOLE, "L"), (made(3), "L"), (made(3, 4), "L"), (made(3, 3), "X"),
        (made(3, 4), "X"), (made(3, 3), "LL"), (NAN, "L"), (SOME_NAN, "L"),
    ],
    eigvalsh: [(HALF, "L"), (WHOLE, "L"), (made(3, 4), "L"), (NAN, "L"), (SOME_NAN, "U")],
    lstsq: [
        (made(3), made(3), None), (made(3, 3), made(3, 3).float(), None), (made(3, 3), made(2, 3), None),
        (made(3, 3), made(3), "other"), (WHOLE, WHOLE, None), (HALF, HALF, None), (HALF, HALF, "x"),
        (made(2, 4, 4), made(4), None), (made(4, 4), made(2, 4, 4), None), (made(4, 4), made(3), None),
        (made(3, 3), torch.tensor(1.0).double(), None), (made(2, 4, 4), made(1, 4), None),
        (torch.eye(5, 3) * torch.tensor([1.0, 0, 1]), torch.ones(5, 2), "gels"),
    ],
    qr: [(HALF, "reduced"), (made(3), "x"), (made(3, 3), "x"), (WHOLE, "r")],
}  # fmt: skip


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_what_eager_refuses(function) -> None:
    program = lith.to_static(function)
    for args in REFUSED[function]:
        with pytest.raises((RuntimeError, NotImplementedError)) as wanted:
            function(*args)
        with pytest.raises(type(wanted.value)) as said:
            program(*args)
        assert str(said.value) == str(wanted.value)


def complex_svd(x):
    return torch.linalg.svd(x * 1j)


def complex_eigh(x):
    return torch.linalg.eigh(x * 1j)


@pytest.mark.parametrize("function", [complex_svd, complex_eigh])
def test_complex_matrices_are_refused(function) -> None:
    with pytest.raises(lith.CompileError, match="complex matrices"):
        lith.to_static(function)(made(2, 2))


def through_artifact(x):
    values, vectors = torch.linalg.eigh(x @ x.mT)
    return values, torch.linalg.svd(x).S, torch.fft.rfft(vectors).shape


def test_saved(tmp_path) -> None:
    program = lith.to_static(through_artifact)
    program(made(3, 3))
    program.save(tmp_path / "p.lith")
    x = made(5, 5)
    want, got = through_artifact(x), lith.load(tmp_path / "p.lith")(x)
    assert (
        close(want[0], got[0], x.dtype, 10)
        and close(want[1], got[1], x.dtype)
        and want[2] == got[2]
    )
