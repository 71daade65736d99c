"""Runs case files in forked children, so that a crash or a hang is a result like any other."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
import traceback
from pathlib import Path

import torch

from language import harness

torch.set_num_threads(1)


def judge(path: Path, doors: tuple[str, ...]) -> str:
    """Empty when all doors agree with eager; else `kind: what`."""
    for door in doors:
        try:
            if door == "eager":
                harness.run_eager(path, "program")
            elif door == "artifact":
                harness.run_artifact(path, "program")
            else:
                harness.run_static(path, "program", reverse=door == "reversed")
        except AssertionError as e:
            return f"differs ({door}): {e}"
        except Exception as e:  # noqa: BLE001 - any failure of the compiler is a finding
            kind = "refused" if type(e).__name__ == "CompileError" else "failed"
            where = "" if kind == "refused" else traceback.format_exc(limit=-3)
            return f"{kind} ({door}): {type(e).__name__}: {e}\n{where}"
    return ""


def run(path: Path, doors: tuple[str, ...] = ("static", "reversed"), seconds: float = 30.0) -> str:
    """`judge` in a child; `crashed: signal` or `hung` where it did not come back."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        with os.fdopen(writer, "wb") as out:
            pickle.dump(judge(path, doors), out)
        os._exit(0)
    os.close(writer)
    deadline = time.monotonic() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reader)
            return "hung"
        time.sleep(0.002)
    with os.fdopen(reader, "rb") as data:
        if os.WIFSIGNALED(status):
            return f"crashed: {signal.Signals(os.WTERMSIG(status)).name}"
        content = data.read()
        return pickle.loads(content) if content else f"crashed: exit {status}"


def headline(verdict: str) -> str:
    """What kind of finding it is, without the numbers: used to group and to minimise."""
    lines = [line for line in verdict.strip().splitlines() if line.strip()]
    if not lines:
        return ""
    if lines[0].startswith("differs"):
        return lines[0].split(":")[0]
    code = [word for word in verdict.split() if word.startswith("[LTH")]
    return lines[0][:90] + (" " + code[0] if code else "")


if __name__ == "__main__":
    said = run(Path(sys.argv[1]), tuple(sys.argv[2:]) or ("static", "reversed", "artifact"))
    print(said or "agrees")
    sys.exit(bool(said))
