"""What is shipped: what it links, how large it is, the C++ package, threads, start-up."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import torch

import lith

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path(os.environ.get("LITH_TOOL", ROOT / "build/install/bin/lith"))
PREFIX = Path(os.environ.get("LITH_PREFIX", ROOT / "build/install"))
SYSTEM = re.compile(
    r"linux-vdso|ld-linux|libc\.so|libm\.so|libdl\.so|librt\.so|libpthread\.so|libstdc\+\+\.so"
    r"|libgcc_s\.so|libtbb\.so|liblith_rt\.so"
)


def libraries(program: Path) -> list[str]:
    text = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return [line.strip() for line in text.splitlines() if line.strip()]


class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.a = torch.nn.Linear(16, 32)
        self.b = torch.nn.Linear(32, 8)
        self.requires_grad_(False)

    def forward(self, x, n: int):
        for _ in range(n):
            if x.sum() > 4:
                x = x * 0.5
            else:
                x = x + 1
        return self.b(torch.relu(self.a(x))), n


@pytest.fixture(scope="module")
def artifact(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("package") / "gate.lith"
    program = lith.to_static(Gate())
    program(torch.ones(3, 16), 2)
    program.save(str(file))
    return file


def test_tool_links_system_libraries_only() -> None:
    foreign = [line for line in libraries(TOOL) if not SYSTEM.search(line)]
    assert not foreign
    assert TOOL.read_bytes()[:4] == b"\x7fELF"


def test_runtime_is_small() -> None:
    shared = [p for p in PREFIX.glob("lib*/**/liblith_rt.so*") if not p.is_symlink()]
    for p in shared or [TOOL]:
        assert p.stat().st_size <= 2.5e6, (p, p.stat().st_size)


def test_cpp_example(tmp_path) -> None:
    build = tmp_path / "build"
    source = ROOT / "examples/cpp"
    configure = ["cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={PREFIX}"]
    for command in (configure, ["cmake", "--build", build]):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    foreign = [line for line in libraries(build / "embed") if not SYSTEM.search(line)]
    assert not foreign
    done = subprocess.run([build / "embed", "/none.lith", "/none"], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("embed: ")


def test_threads_share_a_loaded_program(artifact: Path) -> None:
    program = lith.load(str(artifact))
    model = Gate()
    inputs = [(torch.randn(1 + i % 5, 16) * i, i % 4) for i in range(64)]
    wanted = [model(*args)[0] for args in inputs]
    wrong: list[int] = []

    def work(first: int) -> None:
        for _turn in range(5):
            for i in range(first, len(inputs), 8):
                got = program(*inputs[i])[0]
                if not torch.allclose(got, wanted[i], rtol=1e-5, atol=1e-5):
                    wrong.append(i)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_load_needs_no_torch(artifact: Path, tmp_path) -> None:
    np.save(tmp_path / "x.npy", np.ones((3, 16), np.float32))
    code = (
        "import sys, numpy as np, lith\n"
        f"p = lith.load({str(artifact)!r})\n"
        f"y, n = p(np.load({str(tmp_path / 'x.npy')!r}), 2)\n"
        "assert type(y) is np.ndarray and y.shape == (3, 8) and n == 2, (type(y), n)\n"
        "assert 'torch' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tool_starts_quickly(artifact: Path, tmp_path) -> None:
    np.save(tmp_path / "x.npy", np.ones((3, 16), np.float32))
    np.save(tmp_path / "n.npy", np.asarray(2))
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(
            [TOOL, "run", artifact, tmp_path / "x.npy", tmp_path / "n.npy", "-o", tmp_path / "out"],
            check=True,
        )
        best = min(best, time.perf_counter() - start)
    assert best < 0.06, best


def test_show(artifact: Path) -> None:
    for option in ("--code", "--graph", "--schema", "--manifest"):
        done = subprocess.run([TOOL, "show", artifact, option], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout.strip(), (option, done.stderr)
