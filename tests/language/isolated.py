"""Calls in forked children, so that a crash or a hang is a result like any other."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import time
import traceback
from collections.abc import Callable

import torch

HANG = 30.0
MESSAGE = 8000  # characters of a verdict: it fits the pipe, which is read when the child has ended


def in_child(work: Callable[[], str], seconds: float = HANG) -> str:
    """What `work` says, in a child of this process; `crashed: SIGNAL` or `hung` if it does not."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        faulthandler.disable()  # a crash is a verdict: nobody needs its stack
        # The parent's threads of OpenMP are not here, and would be waited for.
        torch.set_num_threads(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writer, "wb") as out:
            try:
                said = work()
            except BaseException:  # noqa: BLE001 - nothing of the parent's stack may run twice
                said = "failed in the child: " + traceback.format_exc(limit=-3)
            pickle.dump(said[:MESSAGE], out)
        os._exit(0)
    os.close(writer)
    deadline = time.monotonic() + seconds
    while not (status := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reader)
            return "hung"
        time.sleep(0.002)
    with os.fdopen(reader, "rb") as data:
        if os.WIFSIGNALED(status[1]):
            return f"crashed: {signal.Signals(os.WTERMSIG(status[1])).name}"
        content = data.read()
        return pickle.loads(content) if content else f"crashed: exit {status[1]}"


def verdict(work: Callable[[], object], door: str) -> str:
    """Empty when `work` returns; else `differs`, `refused` or `failed`, the door, and what was said."""
    try:
        work()
    except AssertionError as e:
        return f"differs ({door}): {e}"
    except Exception as e:  # noqa: BLE001 - any failure of the compiler is a finding
        kind = "refused" if type(e).__name__ == "CompileError" else "failed"
        where = "" if kind == "refused" else "\n" + traceback.format_exc(limit=-3)
        return f"{kind} ({door}): {type(e).__name__}: {e}{where}"
    return ""
