"""Containers of before the call that several threads change: what each of them did is there afterwards."""

from __future__ import annotations

import collections
import threading
from collections.abc import Callable
from typing import Any

import torch

import lith

X = torch.ones(100, 100)


def in_threads(run: Callable[[int], Any], count: int = 4, calls: int = 15) -> list[Exception]:
    errors: list[Exception] = []

    def work(first: int) -> None:
        for k in range(first, first + calls):
            try:
                run(k)
            except Exception as error:  # noqa: BLE001 - looked at by the test
                errors.append(error)

    threads = [threading.Thread(target=work, args=(i * calls,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


class Kept:
    """What programs write to."""

    def __init__(self) -> None:
        self.log: list[int] = []
        self.front: list[int] = []
        self.seen: dict[int, int] = {}
        self.chosen: set[int] = set()
        self.queue: collections.deque[int] = collections.deque()


def before_the_work(kept: Kept, x: torch.Tensor, k: int) -> torch.Tensor:
    kept.log.append(k), kept.front.insert(0, k), kept.chosen.add(k), kept.queue.append(k)
    kept.seen[k] = k
    for _ in range(10):
        x = torch.tanh(x @ x)
    return x


def after_the_work(kept: Kept, x: torch.Tensor, k: int) -> torch.Tensor:
    for _ in range(10):
        x = torch.tanh(x @ x)
    kept.log.append(k), kept.front.insert(0, k), kept.chosen.add(k), kept.queue.append(k)
    kept.seen[k] = k
    return x


def in_a_loop(kept: Kept, x: torch.Tensor, k: int) -> torch.Tensor:
    for i in range(k % 2 + 1):
        x = torch.tanh(x @ x)
        if i == 0:
            kept.log.append(k), kept.front.insert(0, k), kept.chosen.add(k), kept.queue.append(k)
            kept.seen[k] = k
    return x


def test_what_threads_add_is_there() -> None:
    for fn in (before_the_work, after_the_work, in_a_loop):
        kept = Kept()
        program = lith.to_static(lambda x, k: fn(kept, x, k))  # noqa: B023
        program(X, -1)
        assert in_threads(lambda k: program(X, k)) == []  # noqa: B023
        for held in (kept.log, kept.front, kept.queue, list(kept.seen), list(kept.chosen)):
            assert sorted(held) == list(range(-1, 60)), fn.__name__


def test_beside_a_thread_of_python() -> None:
    kept = Kept()
    program = lith.to_static(lambda x, k: before_the_work(kept, x, k))
    program(X, -1)

    def run(k: int) -> None:
        if k < 15:
            kept.log.append(k), kept.seen.update({k: k}), kept.queue.append(k)
        else:
            program(X, k)

    assert in_threads(run) == []
    for held in (kept.log, kept.seen, kept.queue):
        assert sorted(held) == list(range(-1, 60))


def test_keys_and_elements_that_are_taken_out() -> None:
    kept = Kept()
    kept.seen = {k: k for k in range(60)}
    kept.chosen = set(kept.seen)

    def take(x: torch.Tensor, k: int) -> torch.Tensor:
        kept.seen.pop(k), kept.chosen.discard(k)
        for _ in range(10):
            x = torch.tanh(x @ x)
        return x

    program = lith.to_static(take)
    assert in_threads(lambda k: program(X, k), calls=5) == []
    assert list(kept.seen) == sorted(kept.chosen) == list(range(20, 60))


def test_one_element_for_two_calls_raises() -> None:
    """Each would give back the last one; one of them does, or says so."""
    queue = list(range(200))

    def take(x: torch.Tensor, queue: list[int]) -> int:
        last = queue.pop()
        for _ in range(10):
            x = torch.tanh(x @ x)
        return last + int(x.sum() > 1e9)

    program, taken = lith.to_static(take), []
    program(X, [1, 2])
    errors = in_threads(lambda k: taken.append(program(X, queue)))
    assert all("changed in the same place by another thread" in str(error) for error in errors)
    assert len(taken) + len(errors) == 60
    assert sorted([*taken, *queue]) == list(range(200))
