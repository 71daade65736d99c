"""Fourier transforms of all lengths, dimensions, strides and dtypes, against eager PyTorch."""

from __future__ import annotations

import functools

import pytest
import torch

import lith
from ops.test_samples import function_of

LENGTHS = [1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 30, 49, 64, 97, 121, 128, 210, 1009, 1024]
TRANSFORMS = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
MANY = [
    "fft2",
    "ifft2",
    "rfft2",
    "irfft2",
    "hfft2",
    "ihfft2",
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
    "hfftn",
    "ihfftn",
]


@functools.cache
def eager(name: str):
    if name == "stft":
        text = "def call(x):\n    return torch.stft(x, 4, return_complex=True)\n"
    else:
        given, dim = ("s", "(-2, -1)" if "2" in name else "None") if name in MANY else ("n", "-1")
        text = (
            f"def call(x, {given}=None, dim={dim}, norm=None):\n"
            f"    return torch.fft.{name}(x, {given}, dim, norm)\n"
        )
    return function_of("import torch\n" + text, name)


@functools.cache
def compiled(name: str):
    return lith.to_static(eager(name))


def made(*sizes: int, dtype=torch.float32) -> torch.Tensor:
    return torch.randn(*sizes, dtype=dtype, generator=torch.Generator().manual_seed(sum(sizes)))


def same(name: str, x: torch.Tensor, *args) -> None:
    """The transform is eager's, or raises what eager raises."""
    function = eager(name)
    try:
        want = function(x, *args)
    except (RuntimeError, IndexError) as error:
        with pytest.raises(type(error)) as said:
            compiled(name)(x, *args)
        assert str(said.value) == str(error)
        return
    got = compiled(name)(x, *args)
    assert got.dtype == want.dtype and got.shape == want.shape
    least = 1e-13 if want.dtype in (torch.float64, torch.complex128) else 1e-5
    size = float(want.abs().max()) if want.numel() else 0.0
    assert torch.allclose(got, want, rtol=0, atol=least * max(size, 1.0))


def inputs(name: str, *sizes: int) -> list[torch.Tensor]:
    """Of float and double, and of complex numbers where the transform takes them."""
    real = [made(*sizes), made(*sizes, dtype=torch.float64)]
    if name.startswith(("rfft", "ihfft")):
        return real
    return real + [made(*sizes, dtype=torch.complex64), made(*sizes, dtype=torch.complex128)]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_lengths(name: str) -> None:
    for n in LENGTHS:
        for x in inputs(name, 5, n):
            same(name, x)


@pytest.mark.parametrize("name", TRANSFORMS)
def test_dimensions_and_norms(name: str) -> None:
    for x in inputs(name, 4, 9, 6):
        for dim in (0, 1, -1):
            for norm in (None, "ortho", "forward"):
                same(name, x, None, dim, norm)
        for n in (1, 3, 5, 12):
            same(name, x, n, 1)


@pytest.mark.parametrize("name", TRANSFORMS + MANY)
def test_strides(name: str) -> None:
    for x in inputs(name, 6, 4, 10):
        for view in (x.permute(2, 0, 1), x[:, ::2, 1:8], x[:1].expand(3, 4, 10), x.mT):
            same(name, view)


@pytest.mark.parametrize("name", MANY)
def test_several_dimensions(name: str) -> None:
    for x in inputs(name, 4, 6, 5):
        same(name, x)
        same(name, x, None, (0, 2), "ortho")
        same(name, x, (3, 7), (2, 0))
        same(name, x, None, (1,), "forward")
        same(name, x, None, ())
        same(name, x, None, (1, 1))


@pytest.mark.parametrize("name", TRANSFORMS)
def test_shared_among_threads(name: str) -> None:
    for sizes, dim in (((300, 512), 1), ((512, 300), 0), ((2, 200, 300), 1), ((70000,), 0)):
        same(name, made(*sizes), None, dim)


@pytest.mark.parametrize("name", [*TRANSFORMS, "fft2", "rfftn", "irfftn", "hfftn", "stft"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_refused_as_eager_does(name: str, dtype) -> None:
    same(name, torch.ones(2, 8, dtype=dtype))


@pytest.mark.parametrize("name", TRANSFORMS)
def test_what_eager_refuses(name: str) -> None:
    for args in ((0,), (-1,), (None, 2), (None, 0, "other"), (None, -1, "backward")):
        same(name, made(3, 4), *args)
    same(name, torch.ones(3, 4, dtype=torch.int64))
    same(name, torch.ones(3, 4, dtype=torch.bool))
    same(name, torch.ones(2, 0))
    same(name, torch.ones(()))


def sized(x, y):
    return torch.fft.rfft(x, x.shape[0] + y.shape[0]).shape, torch.fft.irfft(x * 1j, y.shape[0])


def test_sizes_of_run_time() -> None:
    program = lith.to_static(sized)
    for n, m in ((4, 3), (5, 8), (1, 1)):
        x, y = made(n), made(m)
        want, got = sized(x, y), program(x, y)
        assert want[0] == got[0] and torch.allclose(want[1], got[1], atol=1e-6)
