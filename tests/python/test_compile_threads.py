"""Threads beside one that compiles: Python goes on in them, and calls of compiled programs do."""

from __future__ import annotations

import concurrent.futures
import threading
import time
from pathlib import Path

import torch
from torch import nn

import lith


def layered(layers: int) -> nn.Module:
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
    return nn.TransformerEncoder(layer, layers, enable_nested_tensor=False).eval()


@torch.no_grad()
def test_python_goes_on_while_a_model_is_compiled() -> None:
    small = lith.to_static(lambda x: x * 2)
    x = torch.ones(3)
    small(x)
    pauses, calls, done = [0.0], [0], threading.Event()

    def work() -> None:
        last = time.perf_counter()
        while not done.is_set():
            small(x)
            now = time.perf_counter()
            pauses.append(now - last)
            calls[0] += 1
            last = now

    model = lith.to_static(layered(6))
    thread = threading.Thread(target=work)
    thread.start()
    start = time.perf_counter()
    try:
        model(torch.ones(2, 5, 32))
    finally:
        seconds = time.perf_counter() - start
        done.set()
        thread.join()
    print(
        f"compiled in {seconds:.2f} s; beside it {calls[0]} calls, longest pause {max(pauses):.3f} s"
    )
    assert max(pauses) < max(0.25 * seconds, 0.3), (max(pauses), seconds)


@torch.no_grad()
def test_threads_that_need_the_same_program_compile_it_once() -> None:
    model = layered(2)
    program = lith.to_static(model)
    x = torch.randn(2, 5, 32)
    results: list[torch.Tensor] = []
    threads = [threading.Thread(target=lambda: results.append(program(x))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(program.get_debug_state().programs) == 1
    for result in results:
        torch.testing.assert_close(result, model(x))


@torch.no_grad()
def test_several_programs_at_once() -> None:
    models = [layered(1) for _ in range(4)]
    x, results = torch.randn(2, 5, 32), {}

    def work(i: int) -> None:
        results[i] = lith.to_static(models[i])(x)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i, model in enumerate(models):
        torch.testing.assert_close(results[i], model(x))


@torch.no_grad()
def test_saving_and_showing_beside_a_compilation(tmp_path: Path) -> None:
    """Whoever waits for the compiler lets go of the interpreter, which that may need."""
    x = torch.randn(2, 5, 32)
    programs = [lith.to_static(layered(1)) for _ in range(4)]
    wanted = [program(x) for program in programs]
    done = threading.Event()

    def compile_others() -> None:
        while not done.is_set():
            lith.to_static(lambda x: (x * 2 + 1).relu().sum(-1))(x)

    def save(i: int) -> torch.Tensor:
        path = tmp_path / f"{i}.lith"
        programs[i].save(path)
        assert programs[i].get_debug_state().programs[0].graph and "def" in programs[i].code
        return lith.load(path)(x)

    others = threading.Thread(target=compile_others)
    others.start()
    try:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for result, eager in zip(pool.map(save, range(4)), wanted, strict=True):
                torch.testing.assert_close(result, eager)
    finally:
        done.set()
        others.join()
