"""Damaged, foreign and misused artifacts: a clear error, never a crash, never a wrong result."""

from __future__ import annotations

import contextlib
import copy
import io
import os
import random
import signal
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import lith
from runtime import programs

FLIPS = 2000
BATCH = 100


class Small(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.inner = torch.nn.Linear(5, 7)
        self.requires_grad_(False)

    def forward(self, x, n: int):
        for i in range(n):
            if x.sum() > 3:
                x = x - i
            x = torch.tanh(x)
        print("rows", x.shape[0])
        return self.inner(x), [x, n]


ARGS = (torch.arange(10.0).reshape(2, 5), 3)


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("artifact") / "good.lith"
    program = lith.to_static(Small())
    program(*ARGS)
    program.save(str(file))
    return file


def load_error(file: Path) -> str:
    """The text of the error that loading must give."""
    with pytest.raises((RuntimeError, ValueError, OSError)) as caught:
        lith.load(str(file))
    assert str(caught.value)
    return str(caught.value)


def tool(*args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [os.environ["LITH_TOOL"], *map(str, args)], capture_output=True, text=True, timeout=60
    )


def refused_by_tool(*args: object, status: int = 1) -> str:
    done = tool(*args)
    assert done.returncode == status, (done.returncode, done.stderr)
    assert done.stderr.strip()
    return done.stderr


def arrays(folder: Path, *values: object) -> list[Path]:
    files = []
    for i, v in enumerate(values):
        files.append(folder / f"v{i}.npy")
        np.save(files[-1], np.asarray(v))
    return files


def test_missing_file(tmp_path) -> None:
    load_error(tmp_path / "none.lith")
    refused_by_tool("run", tmp_path / "none.lith")


def test_folder(tmp_path) -> None:
    load_error(tmp_path)
    refused_by_tool("run", tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"x", b"PK\x05\x06" + b"\0" * 18, b"PK\x03\x04" * 50, b"\0" * 4096]
)
def test_not_an_artifact(tmp_path, content: bytes) -> None:
    file = tmp_path / "bad.lith"
    file.write_bytes(content)
    load_error(file)
    refused_by_tool("run", file)


@pytest.mark.parametrize("part", [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999])
def test_truncated(tmp_path, good, part: float) -> None:
    data = good.read_bytes()
    file = tmp_path / "cut.lith"
    file.write_bytes(data[: int(len(data) * part)])
    load_error(file)
    refused_by_tool("run", file)
    refused_by_tool("show", file)


def test_another_zip(tmp_path) -> None:
    file = tmp_path / "other.lith"
    with zipfile.ZipFile(file, "w") as z:
        z.writestr("data.pkl", b"\x80\x02.")
    load_error(file)


def test_another_version(tmp_path, good) -> None:
    data = bytearray(good.read_bytes())
    at = data.index(b"LITHIDX\n") + 8  # the number of the format follows
    data[at : at + 4] = (int.from_bytes(data[at : at + 4], "little") + 8).to_bytes(4, "little")
    file = tmp_path / "version.lith"
    file.write_bytes(data)
    assert "format" in load_error(file)
    assert "format" in refused_by_tool("run", file)


def flip(data: bytes, seed: int) -> bytes:
    """One bit flipped; of every tenth copy the rest is cut off instead."""
    r = random.Random(seed)
    at = r.randrange(len(data))
    if seed % 10 == 0:
        return data[:at]
    return data[:at] + bytes([data[at] ^ (1 << r.randrange(8))]) + data[at + 1 :]


def several(x, n: int):
    """Several programs: tensors of other dtypes and ranks."""
    return (x * n).sum(-1), n


#: What is damaged: weights and prints, lists and dicts that the caller passes, exceptions, products
#: and attention, many programs in one file.
KINDS: dict[str, tuple[Any, list[tuple]]] = {
    "good": (Small(), [ARGS]),
    "several": (several, [(torch.ones(2), 3), (torch.ones(2, 2), 1), (torch.arange(3), 2)]),
    **{name: programs.PROGRAMS[name] for name in ("mirrors", "exceptions", "products")},
}


def outcome(program, call: tuple) -> str:
    """What a call does: its result, printed exactly, or its exception, and the arguments after it."""
    call = copy.deepcopy(call)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            result = program(*call)
    except (ValueError, IndexError) as error:
        return f"{type(error).__name__} {error}"
    return f"{printed.getvalue()} {result} {call}"


def try_flips(data: bytes, seeds: range, folder: Path, calls: list[tuple], want: list[str]) -> str:
    """Loads and runs each damaged copy; empty when each gave an error or the right result."""
    for seed in seeds:
        file = folder / f"flip{seed % 7}.lith"
        file.unlink(missing_ok=True)
        file.write_bytes(flip(data, seed))
        try:
            program = lith.load(str(file))
        except (RuntimeError, OSError):
            continue
        if [outcome(program, call) for call in calls] != want:
            return f"seed {seed}: wrong result"
    return ""


@pytest.fixture(scope="module")
def damaged(tmp_path_factory) -> dict[str, Path]:
    """A program of each kind, saved."""
    files = {}
    for name, (target, calls) in KINDS.items():
        program = lith.to_static(target)
        for call in calls:
            with torch.no_grad():
                outcome(program, call)
        files[name] = tmp_path_factory.mktemp("kinds") / f"{name}.lith"
        program.save(files[name])
    return files


@pytest.mark.parametrize("batch", range(FLIPS // BATCH))
def test_flipped_bits(damaged, tmp_path, batch: int) -> None:
    name = sorted(KINDS)[batch % len(KINDS)]
    data, calls = damaged[name].read_bytes(), KINDS[name][1]
    program = lith.load(str(damaged[name]))
    want = [outcome(program, call) for call in calls]
    child = os.fork()
    if child == 0:
        seeds = range(batch * BATCH, (batch + 1) * BATCH)
        said = "the child failed"
        with contextlib.suppress(BaseException):
            said = try_flips(data, seeds, tmp_path, calls, want)
        (tmp_path / "said").write_text(said)
        os._exit(1 if said else 0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        pytest.fail(f"crashed: {signal.Signals(os.WTERMSIG(status)).name}")
    assert os.WEXITSTATUS(status) == 0, (tmp_path / "said").read_text()


@pytest.mark.parametrize(
    "args",
    [
        (), (ARGS[0],), (*ARGS, 1), (ARGS[0].double(), 3), (ARGS[0].int(), 3), (ARGS[0][0], 3),
        (ARGS[0][None], 3), ("text", 3), (None, 3), (ARGS[0], 2.5), (ARGS[0], "3"), (ARGS[0], ARGS[0]),
        ([ARGS[0]], 3), (torch.ones(2, 4), 3),
    ],
)  # fmt: skip
def test_wrong_arguments(good, args) -> None:
    program = lith.load(str(good))
    with pytest.raises((TypeError, RuntimeError, ValueError)) as caught:
        program(*args)
    assert str(caught.value)
    program(*ARGS)


@pytest.mark.parametrize(
    "values",
    [
        (), (ARGS[0],), (*ARGS, 1), (ARGS[0].double(), 3), (ARGS[0][0], 3), (ARGS[0], 2.5),
        (torch.ones(2, 4), 3),
    ],
)  # fmt: skip
def test_wrong_arguments_in_tool(good, tmp_path, values) -> None:
    refused_by_tool("run", good, *arrays(tmp_path, *values), "-o", tmp_path / "out")


def test_array_that_is_none(good, tmp_path) -> None:
    bad = tmp_path / "bad.npy"
    for content in (b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff", b"text" * 100):
        bad.write_bytes(content)
        refused_by_tool("run", good, bad, bad)
    refused_by_tool("run", good, tmp_path / "none.npy", bad)


@pytest.mark.parametrize(
    "args", [(), ("no-such-verb",), ("run",), ("show",), ("run", "--no-such-option", "x")]
)
def test_wrong_usage(args) -> None:
    refused_by_tool(*args, status=2)


def test_program_that_writes_python_state_is_not_saved(tmp_path) -> None:
    log: set[int] = set()

    def f(x):
        log.add(x.shape[0])
        return x + 1

    program = lith.to_static(f)
    program(torch.ones(3))
    assert log == {3}
    with pytest.raises(lith.CompileError):
        program.save(str(tmp_path / "p.lith"))
    assert not (tmp_path / "p.lith").exists()


def test_save_before_any_call(tmp_path) -> None:
    with pytest.raises(RuntimeError):
        lith.to_static(Small()).save(str(tmp_path / "p.lith"))


def test_save_where_nothing_can_be_written() -> None:
    program = lith.to_static(Small())
    program(*ARGS)
    with pytest.raises((OSError, RuntimeError)):
        program.save("/nonexistent-folder/p.lith")
