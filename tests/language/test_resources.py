"""What a long-running process relies on: memory that does not grow, and calls from many threads."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

import lith


def plus_one(x):
    return x + 1


def appends(values, x):
    values.append(x * 2)
    return values


def nested(x, n):
    made = {"list": [x + i for i in range(n)], "text": f"{n} items", "pair": (x, n)}
    return made


def raises(x, n):
    if n > 0:
        raise ValueError(f"no {n} for {[n, str(n)]}")
    return x


def newton(x):
    y = torch.ones_like(x)
    for _ in range(50):
        z = 0.5 * (y + x / y)
        if bool((z - y).abs().max() < 1e-6):
            return z
        y = z
    return y


def large(x):
    return torch.softmax(x @ x, -1).sum(0)


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def growth(call, count: int) -> int:
    """Bytes that `count` calls leave behind, after as many to warm up."""
    for _ in range(count // 4):
        call()
    gc.collect()
    before = resident()
    for _ in range(count):
        call()
    gc.collect()
    return resident() - before


def raised(program, *args):
    try:
        program(*args)
    except ValueError:
        return
    raise AssertionError("no ValueError")


X = torch.arange(4.0)
PROGRAMS = {
    "plus_one": (plus_one, lambda p: p(X), 100_000),
    "appends": (appends, lambda p: p([X, X], X), 50_000),
    "nested": (nested, lambda p: p(X, 5), 20_000),
    "raises": (raises, lambda p: raised(p, X, 3), 20_000),
    "newton": (newton, lambda p: p(X + 1), 20_000),
    "large": (large, lambda p: p(torch.ones(64, 64)), 10_000),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_memory_does_not_grow(name: str) -> None:
    fn, call, count = PROGRAMS[name]
    program = lith.to_static(fn)
    call(program)
    left = growth(lambda: call(program), count)
    assert left < 2 << 20, f"{left / count:.1f} bytes a call"


@pytest.mark.parametrize("name", ["plus_one", "nested", "newton"])
def test_memory_of_a_loaded_program_does_not_grow(name: str, tmp_path) -> None:
    fn, call, count = PROGRAMS[name]
    program = lith.to_static(fn)
    call(program)
    program.save(tmp_path / "program.lith")
    loaded = lith.load(tmp_path / "program.lith")
    left = growth(lambda: call(loaded), count)
    assert left < 2 << 20, f"{left / count:.1f} bytes a call"


def test_programs_do_not_outlive_their_callables() -> None:
    def compile_once():
        program = lith.to_static(lambda x: (x * 2).sum() + 1)
        program(X)

    left = growth(compile_once, 60)
    assert left < 24 << 20, f"{left / 60 / 1024:.0f} KiB a program"


@pytest.mark.parametrize("saved", [False, True])
def test_eight_threads_call_one_program(saved: bool, tmp_path) -> None:
    program = lith.to_static(newton)
    want = [newton(X + 1 + i) for i in range(8)]
    program(X)
    if saved:
        program.save(tmp_path / "newton.lith")
        program = lith.load(tmp_path / "newton.lith")
    start = threading.Barrier(8)

    def work(i: int) -> bool:
        x = X + 1 + i
        start.wait()
        return all(torch.allclose(program(x), want[i]) for _ in range(300))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_eight_threads_compile_one_program() -> None:
    program = lith.to_static(nested)
    start = threading.Barrier(8)

    def work(i: int) -> bool:
        start.wait()
        got = program(X + i, i)
        return len(got["list"]) == i and got["text"] == f"{i} items"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))
    assert len(program.get_debug_state().programs) == 1
