"""Programs that were saved for 64-bit Arm run there and give what they give here.

`./dev aarch64` installs the cross compiler's libraries and the emulator, builds the runtime and the
tool for aarch64 in build-aarch64, and runs this.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import lith
from language import harness

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "build-aarch64/tools/lith/lith"
QEMU = shutil.which("qemu-aarch64")

pytestmark = pytest.mark.skipif(
    QEMU is None or not TOOL.exists(), reason="not built for aarch64: ./dev aarch64 does"
)


def run(file: Path, folder: Path, arguments: tuple[Any, ...]) -> subprocess.CompletedProcess[str]:
    words = []
    for i, argument in enumerate(harness.flat(list(arguments))):
        words.append(f"{i}.npy")
        np.save(folder / words[-1], np.asarray(argument))
    command = [QEMU, "-L", "/usr/aarch64-linux-gnu", TOOL, "run", file, *words, "-o", "out"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def check(program: Callable[..., Any], folder: Path, *arguments: Any, **options: Any) -> None:
    """Runs a program for Arm and compares its results with eager's."""
    compiled = lith.to_static(program, **options)
    compiled(*arguments)
    lith.save(compiled, folder / "p.lith", target="aarch64")
    done = run(folder / "p.lith", folder, arguments)
    assert done.returncode == 0, done.stderr
    wanted = harness.flat(program(*arguments))
    for i, want in enumerate(wanted):
        got = torch.as_tensor(np.load(folder / f"out/{i}.npy"))
        torch.testing.assert_close(
            got, torch.as_tensor(np.asarray(want)), atol=1e-5, rtol=1e-5, equal_nan=True
        )


def plus_one(x):
    return x + 1


def numbers_and_lists(x, n: int, s: float):
    out = []
    for i in range(n):
        if x[i].sum() > s:
            out.append(x[i] * i)
        else:
            out.append(x[i] // 2 + n % 3)
    return torch.stack(out), len(out) * s, len(f"{s:.2f}" * n), -n // 4, *divmod(-s, 0.4)


def elementwise(x):
    y = x.double()
    return (
        torch.tanh(x), torch.erf(x), torch.exp(x), torch.log1p(x.abs()), torch.sin(x), x.sigmoid(),
        torch.nn.functional.gelu(x), y.sqrt(), torch.pow(y.abs(), 1.5), x.half(), x.bfloat16().float(),
        x.half() * 3, x.to(torch.complex64).exp(), (x * 10).int() // 3, x > 0, x.softmax(-1),
        x.var(0), x.cumsum(1), x.argmax(1), x.sort(1).values, torch.atan2(x, x.flip(0)), x.floor(),
    )  # fmt: skip


def products(a, b):
    return (
        a @ b, b.T @ a.T, a.double() @ b.double(), (a * 9).long() @ (b * 9).long(), a[0] @ b,
        (a * 9).int() @ (b * 9).int(), torch.nn.functional.linear(a, b.T), a @ b[:, 0],
        (a.bfloat16() @ b.bfloat16()).float(), torch.einsum("ij,jk->ik", a, b),
    )  # fmt: skip


def raises(x):
    if x.sum() < 0:
        raise ValueError(f"the sum is {x.sum().item():.1f}")
    return x


def test_plus_one(tmp_path: Path) -> None:
    check(plus_one, tmp_path, torch.arange(7.0))


def test_control_flow(tmp_path: Path) -> None:
    check(numbers_and_lists, tmp_path, torch.linspace(-2, 4, 15).reshape(5, 3), 5, 1.5)


@pytest.mark.parametrize("columns", [1, 5, 40])
def test_elementwise(columns: int, tmp_path: Path) -> None:
    check(elementwise, tmp_path, torch.linspace(-3, 3, 6 * columns).reshape(6, columns))


@pytest.mark.parametrize("sizes", [(1, 3, 2), (7, 33, 70), (64, 128, 96)])
def test_products(sizes: tuple[int, int, int], tmp_path: Path) -> None:
    torch.manual_seed(0)
    m, k, n = sizes
    check(products, tmp_path, torch.randn(m, k), torch.randn(k, n))


@pytest.mark.parametrize("freeze", [False, True])
def test_convolutions(freeze: bool, tmp_path: Path) -> None:
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.BatchNorm2d(8), torch.nn.ReLU(),
        torch.nn.Conv2d(8, 8, 3, groups=8), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
        torch.nn.Linear(8 * 7 * 7, 5), torch.nn.LayerNorm(5),
    ).eval().requires_grad_(False)  # fmt: skip
    check(net, tmp_path, torch.randn(2, 3, 16, 16), freeze=freeze)


def test_attention(tmp_path: Path) -> None:
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, batch_first=True).eval()
    check(layer.requires_grad_(False), tmp_path, torch.randn(2, 9, 32), freeze=True)


def test_an_exception(tmp_path: Path) -> None:
    compiled = lith.to_static(raises)
    compiled(torch.ones(3))
    lith.save(compiled, tmp_path / "p.lith", target=["native", "aarch64"])
    done = run(tmp_path / "p.lith", tmp_path, (-torch.ones(3),))
    assert done.returncode == 1 and "ValueError: the sum is -3.0" in done.stderr
    assert 'raise ValueError(f"the sum is' in done.stderr


def test_code_for_other_processors_alone(tmp_path: Path) -> None:
    compiled = lith.to_static(plus_one)
    compiled(torch.ones(3))
    lith.save(compiled, tmp_path / "p.lith", target=["x86-64-v3"])
    done = run(tmp_path / "p.lith", tmp_path, (torch.ones(3),))
    assert done.returncode == 1 and "lacks the instructions of x86-64" in done.stderr


def test_a_model(tmp_path: Path) -> None:
    """all-MiniLM-L6-v2 from one file: here, without AVX-512, and on Arm."""
    minilm = pytest.importorskip("models.minilm")
    model = minilm.SentenceEncoder()
    given = minilm.tokenize(["A man is eating a piece of bread.", "Somebody has a meal."])
    compiled = lith.to_static(model, freeze=True)
    compiled(*given)
    names = ["x86-64-v3", "native", "aarch64"]
    lith.save(compiled, tmp_path / "p.lith", target=names)
    want = model(*given)
    torch.testing.assert_close(lith.load(tmp_path / "p.lith")(*given), want, atol=1e-5, rtol=0)
    assert run(tmp_path / "p.lith", tmp_path, given).returncode == 0
    got = torch.as_tensor(np.load(tmp_path / "out/0.npy"))
    torch.testing.assert_close(got, want, atol=1e-5, rtol=0)
    hidden = [str(shutil.which("qemu-x86_64")), "-cpu", "Haswell", os.environ["LITH_TOOL"]]
    command = [*hidden, "run", "p.lith", "0.npy", "1.npy", "-o", "other"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
    got = torch.as_tensor(np.load(tmp_path / "other/0.npy"))
    torch.testing.assert_close(got, want, atol=1e-5, rtol=0)
