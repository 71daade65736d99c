"""The session of a world: calls of its program with changes between, eagerly and compiled.

Each runs in a child process of its own, as changes reach the libraries and Python itself; what was
seen is compared in the parent. Where a step is a Save, those after it call what was saved there and
is loaded in a third process.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import io
import os
import pickle
import random
import tempfile
import threading
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

import lith
from language.harness import load_module
from language.isolated import in_child
from language.snapshot import UNIDENTIFIED, Entry, differences, picture

SECONDS = 20.0


@dataclasses.dataclass(frozen=True)
class Call:
    n: int
    requires_grad: bool = False
    around: str = ""  # a context manager, as an expression of the world
    is_threaded: bool = False


@dataclasses.dataclass(frozen=True)
class Save:
    """Draws begin again here."""

    __name__ = "save"

    def __call__(self) -> None:
        seed()


Step = Call | Save | Callable[[], None]
Program = Callable[..., Any]
EXACT, LOWERED = 2e-6, 1.6e-2  # the second is torch.testing's for bfloat16


@dataclasses.dataclass
class Seen:
    """What one step did: the picture of what it gave, printed text, what it raised."""

    step: str
    entries: list[Entry]
    printed: str = ""
    raised: tuple[str, str] | None = None
    is_lowered: bool = False  # autocast was on


Outcome = tuple[list[Seen], str]  # and the refusal that ended it, if one did


def plain(entry: Entry) -> Entry:
    """Without objects of the world's own classes, which another process does not know."""
    if isinstance(entry.value, enum.Enum):
        return Entry(entry.path, entry.kind, entry.value.name)
    return entry


def seed() -> None:
    torch.manual_seed(0)
    random.seed(0)
    np.random.seed(0)


def gradients(result: Any) -> None:
    """A backward from all that requires a gradient."""
    asked = [t for t in result if isinstance(t, torch.Tensor) and t.requires_grad]
    if asked:
        weights = [torch.arange(1, t.numel() + 1).view(t.shape).to(t.dtype) for t in asked]
        torch.autograd.backward(asked, weights)


def call(program: Program, world: Any, step: Call) -> dict[str, Any]:
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=step.requires_grad)
    around: Any = contextlib.nullcontext()
    if step.around:
        around = eval(step.around, vars(world))
    with around:
        result = program(x, step.n)
    if step.requires_grad:
        gradients(result)
    return {"result": result, "gradient": x.grad}


def in_thread(work: Callable[[], Any]) -> Any:
    """What `work` gives or raises, run in a thread."""
    box: list[Any] = []

    def run() -> None:
        try:
            box.append((work(), None))
        except BaseException as error:  # noqa: BLE001 - raised again in the caller
            box.append((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    result, error = box[0]
    if error is not None:
        raise error
    return result


def perform(program: Program, world: Any, step: Step) -> Seen:
    text = io.StringIO()
    seen = Seen(str(step) if isinstance(step, Call) else step.__name__, [])
    roots: dict[str, Any] = {}
    with contextlib.redirect_stdout(text):
        try:
            if not isinstance(step, Call):
                step()
            elif step.is_threaded:
                roots = in_thread(lambda: call(program, world, step))
            else:
                roots = call(program, world, step)
        except lith.CompileError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it raises is what is compared
            said = str(error).partition("\n")[0]
            # Messages have the name that a class had when the program was compiled: a limit.
            seen.raised = type(error).__name__, said.replace("'Renamed'", "'Leaf'")
    around = step.around if isinstance(step, Call) else ""
    seen.is_lowered = torch.is_autocast_enabled("cpu") or "autocast" in around
    seen.entries = [plain(each) for each in picture(roots, unidentified=UNIDENTIFIED)]
    seen.printed = text.getvalue()
    return seen


def perform_all(program: Program, world: Any, steps: list[Step]) -> Outcome:
    seen: list[Seen] = []
    try:
        for step in steps:
            seen.append(perform(program, world, step))
    except lith.CompileError as refusal:
        return seen, f"{refusal.code}: {refusal}"
    return seen, ""


def state(world: Any) -> Seen:
    state = picture(world.state_of_world(), unidentified=UNIDENTIFIED)
    return Seen("state", [plain(each) for each in state])


def load(path: Path) -> Any:
    warnings.simplefilter("ignore")
    seed()
    return load_module(path)


def session(path: Path, prepare: Callable[[Program], Program]) -> Outcome:
    world = load(path)
    seen, refusal = perform_all(prepare(world.program), world, world.STEPS)
    return (seen, refusal) if refusal else ([*seen, state(world)], "")


def place_of_save(steps: list[Step]) -> int:
    return next((i for i, step in enumerate(steps) if isinstance(step, Save)), len(steps))


def save(path: Path, file: str) -> Outcome:
    """The steps before the Save, and that."""
    world = load(path)
    program = lith.to_static(world.program)
    seen, refusal = perform_all(program, world, world.STEPS[: place_of_save(world.STEPS)])
    if not refusal:
        try:
            program.save(file)
        except lith.CompileError as error:
            refusal = f"{error.code}: {error}"
    return seen, refusal


def run_saved(path: Path, file: str) -> Outcome:
    """The Save and the steps after it; calls that the file has no program for are refused."""
    world = load(path)
    seen, refusal = perform_all(lith.load(file), world, world.STEPS[place_of_save(world.STEPS) :])
    for i, each in enumerate(seen):
        if each.raised and each.raised[1].startswith("no program of the artifact"):
            return seen[:i], each.raised[1]
    return seen, refusal


def outcome(work: Callable[[], Outcome], folder: str) -> Outcome | str:
    """What it gives in a child process, or why it gives nothing."""
    file = os.path.join(folder, "seen")

    def run() -> str:
        try:
            made = work()
        except Exception as error:  # noqa: BLE001 - any failure of the compiler is a finding
            return f"failed: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-3)}"
        with open(file, "wb") as out:
            pickle.dump(made, out)
        return ""

    said = in_child(run, SECONDS)
    if said:
        return said
    with open(file, "rb") as data:
        return pickle.load(data)


def difference(eager: Seen, other: Seen, tolerance: float) -> str:
    if eager.raised != other.raised:
        return f"raised {other.raised}, eager {eager.raised}"
    # Values are about 1; of 1 - tanh(x) ** 2 little is left.
    if found := differences(eager.entries, other.entries, tolerance, scale=1.0):
        return "\n".join(found)
    if eager.printed != other.printed:
        return f"printed {other.printed!r}, eager {eager.printed!r}"
    return ""


def compare(eager: Outcome, other: Outcome) -> str:
    """Empty where they agree as far as the second came before it was refused."""
    tolerance = EXACT
    for one, two in zip(eager[0], other[0], strict=False):
        # Gradients meet in bfloat16 there, or in float32 (a limit); what is computed of them follows.
        tolerance = LOWERED if one.is_lowered else tolerance
        if said := difference(one, two, tolerance):
            return f"differs (world): {one.step}\n{said}"
    if other[1].startswith("LTH0700"):
        return f"failed (world): {other[1]}"
    return f"refused (world): {other[1]}" if other[1] else ""


def compiled(path: Path, folder: str, is_saved: bool) -> Outcome | str:
    if not is_saved:
        return outcome(lambda: session(path, lith.to_static), folder)
    file = os.path.join(folder, "program.lith")
    before = outcome(lambda: save(path, file), folder)
    if isinstance(before, str) or before[1]:
        return before
    after = outcome(lambda: run_saved(path, file), folder)
    return after if isinstance(after, str) else (before[0] + after[0], after[1])


def judge(path: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        eager = outcome(lambda: session(path, lambda program: program), folder)
        if isinstance(eager, str):
            return ""  # says nothing of Lith
        is_saved = any(seen.step == Save.__name__ for seen in eager[0])
        other = compiled(path, folder, is_saved)
        return other if isinstance(other, str) else compare(eager, other)
