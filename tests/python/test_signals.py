"""Signals reach a program while it runs: Ctrl-C, and handlers that raise or only look."""

import os
import signal
import threading

import pytest
import torch

import lith

ENDLESS = 1 << 62


class Late(Exception):
    pass


def count(n):
    i = 0
    while i < n:
        i += 1
    return i


def grow(x):
    while x.sum() < 1e30:
        x = x * 1.0000001
    return x


def nested(n):
    total = 0
    for i in range(n):
        for k in range(3):
            try:
                total += k
                if total < 0:
                    raise ValueError(i)
            except ValueError:
                total = 0
    return total


def depth(n):
    return n if n < 2 else depth(n - 1) + depth(n - 2)


def recursive(n):
    while n > 0:
        n += depth(15) * 0 + 1
    return n


@pytest.fixture
def alarm():
    """After a while SIGALRM comes, and is handled as the test says."""
    before = signal.getsignal(signal.SIGALRM)

    def start(handler):
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)

    yield start
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def raises_late(error):
    def handler(number, frame):
        raise error

    return handler


@pytest.mark.parametrize(
    ("fn", "short", "endless"),
    [
        (count, 3, ENDLESS),
        (grow, torch.full((2,), 1e30), torch.ones(2)),
        (nested, 3, ENDLESS),
        (recursive, 0, 1),
    ],
    ids=["while", "tensors", "handlers", "recursion"],
)
def test_handler_raises(fn, short, endless, alarm) -> None:
    program = lith.to_static(fn)
    program(short)
    for _ in range(2):
        error = Late("after a while", 3)
        alarm(raises_late(error))
        with pytest.raises(Late) as raised:
            program(endless)
        assert raised.value is error
    assert torch.equal(torch.as_tensor(program(short)), torch.as_tensor(fn(short)))


def test_interrupt_from_the_keyboard() -> None:
    program = lith.to_static(count)
    program(1)
    # Where a shell starts this in the background, the signal is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        program(ENDLESS)
    signal.signal(signal.SIGINT, before)


def test_handler_that_only_looks(alarm) -> None:
    """The program goes on, and loses nothing."""
    program, seen = lith.to_static(count), []
    program(1)
    alarm(lambda number, frame: seen.append(number))
    while not seen:
        assert program(10_000_000) == 10_000_000
    assert seen == [signal.SIGALRM]


def test_saved(tmp_path, alarm) -> None:
    program = lith.to_static(count)
    program(1)
    program.save(str(tmp_path / "count.lith"))
    loaded = lith.load(str(tmp_path / "count.lith"))
    alarm(raises_late(Late("saved")))
    with pytest.raises(Late, match="saved"):
        loaded(ENDLESS)
    assert loaded(5) == 5


def test_other_threads(alarm) -> None:
    """Handlers run on the main thread only; a program on another one is not left."""
    program, results, seen = lith.to_static(count), [], []
    program(1)
    alarm(lambda number, frame: seen.append(number))
    worker = threading.Thread(target=lambda: results.append(program(300_000_000)))
    worker.start()
    while not seen:
        worker.join(0.05)
    worker.join()
    assert results == [300_000_000]
