"""Runs one program eagerly and through Lith, and compares all that Python can observe.

A case is a function (or module, or method) of a case file and a list of calls that take different
paths. A *session* loads the case file anew, so that globals and objects start fresh, and makes the
calls in order. Of each call it records the result, the arguments and the file's state afterwards
(with identity relations across them), the printed text, and the exception with its line.

The doors: `eager`; `static` and `reversed` (to_static, calls in both orders, so that what the first
call fixes is seen); `artifact` (saved, loaded); `tool` (saved, run by the native tool). Doors of one
case that follow each other share what they have in common: the eager run, the compiled one, the file.
While a program runs no Python of the case file may run; a profile function watches.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from language.snapshot import Entry, differences, picture


class Call:
    """Arguments of one call, with keywords."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args, self.kwargs = args, kwargs


@dataclasses.dataclass
class Case:
    fn: Callable[..., Any]
    calls: Callable[[], list[Any]]
    name: str
    artifact: bool = True  # False: writes or holds Python state, which a saved program cannot
    tool: bool = True  # False: what its arguments are is lost in files
    message: bool = True  # False: an operator's own error, whose words are Lith's
    tolerance: float = 2e-6
    before: Callable[[int], None] | None = None  # run outside, before call number i
    ordered: bool = False  # the order of the calls matters: no reversed run
    straight: bool = False  # the program has one path whatever its input


def case(fn: Callable[..., Any], calls: Callable[[], list[Any]], **options: Any) -> Case:
    """A case of the file that calls this; `calls` gives fresh arguments each time."""
    name = options.pop("name", None) or getattr(fn, "__name__", type(fn).__name__)
    return Case(fn, calls, name, **options)


@dataclasses.dataclass
class Outcome:
    """What one call did."""

    entries: list[Entry]
    printed: str
    error: tuple[str, str, int | None] | None  # type, message, line in the case file
    trail: tuple[tuple[int, int], ...] = ()  # (instruction, times), from the eager run
    leaves: list[Any] = dataclasses.field(default_factory=list)
    chain: tuple | None = None  # its causes and contexts, without and with messages


def load_module(path: Path):
    """A fresh module of the case file; the latest one is what `import` would find."""
    name = "language_case_" + path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def cases_of(path: Path) -> list[str]:
    return [c.name for c in load_module(path).CASES]


def state_of(module) -> dict[str, Any]:
    """The data among the globals of a case file, and among the attributes of its classes."""
    skip = (Case, type(torch), type(lambda: 0), type(len))
    out: dict[str, Any] = {}
    for name, value in vars(module).items():
        if name.startswith("__") or name in ("CASES", "annotations") or isinstance(value, skip):
            continue
        if isinstance(value, type):
            if value.__module__ == module.__name__:
                for k, v in vars(value).items():
                    if not k.startswith("_") and isinstance(
                        v, (int, float, str, list, dict, tuple, set, torch.Tensor)
                    ):
                        out[f"{name}.{k}"] = v
        else:
            out[name] = value
    return out


def flat(value: Any) -> list[Any]:
    """Tensors and numbers of a structure in order: what the native tool reads and writes."""
    if isinstance(value, (torch.Tensor, bool, int, float, complex)):
        return [value]
    if isinstance(value, dict):
        return [leaf for v in value.values() for leaf in flat(v)]
    if isinstance(value, collections.deque):
        return flat([value.maxlen, *value])
    if isinstance(value, (list, tuple, set, frozenset)):
        return [leaf for v in value for leaf in flat(v)]
    if hasattr(value, "__dict__") and not isinstance(value, (type, torch.nn.Module)):
        return flat(list(vars(value).values()))
    return []


def line_in(file: str, error: BaseException) -> int | None:
    frames = traceback.extract_tb(error.__traceback__)
    # A saved program names the end of the path.
    frames = [f for f in frames if f.filename == file or file.endswith("/" + f.filename)]
    return frames[-1].lineno if frames else None


def chain_of(error: BaseException | None, message: bool) -> tuple | None:
    """The causes and contexts that Python would show with an exception."""
    if error is None:
        return None
    text = str(error) if message else ""
    links = (chain_of(link, message) for link in (error.__cause__, error.__context__))
    return (type(error).__qualname__, text, error.__suppress_context__, *links)


class UserPythonRan(AssertionError):
    pass


@contextlib.contextmanager
def watch(file: str):
    """Fails when a function of `file` is called by the interpreter."""
    ran: set[str] = set()

    def profile(frame, event, arg):
        if event == "call" and frame.f_code.co_filename == file:
            ran.add(f"{frame.f_code.co_qualname} (line {frame.f_lineno})")

    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
    if ran:
        raise UserPythonRan("user Python ran: " + ", ".join(sorted(ran)))


@contextlib.contextmanager
def follow(file: str, into: dict[int, int]):
    """Counts the bytecode instructions of `file` that run: two calls with equal counts took one path."""

    def trace(frame, event, arg):
        if frame.f_code.co_filename != file:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            place = hash((frame.f_code.co_firstlineno, frame.f_code.co_name, frame.f_lasti))
            into[place] = into.get(place, 0) + 1
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def make_call(
    fn, call: Any, module, file: str, watched: bool, trail: dict[int, int] | None
) -> Outcome:
    """One call; `trail` receives the instructions that ran, where given."""
    if not isinstance(call, Call):
        call = Call(*call)
    text, error, chain, result = io.StringIO(), None, None, None
    around = watch(file) if watched else contextlib.nullcontext()
    if trail is not None:
        around = follow(file, trail)
    with contextlib.redirect_stdout(text):
        try:
            with around:
                result = fn(*call.args, **call.kwargs)
        except UserPythonRan:
            raise
        except Exception as e:  # noqa: BLE001 - whatever the program raises is what is compared
            if type(e).__name__ == "CompileError":
                raise
            error = (type(e).__qualname__, str(e), line_in(file, e))
            chain = (chain_of(e, False), chain_of(e, True))
    roots = {"args": list(call.args), "kwargs": call.kwargs, "result": result}
    roots |= {f"state {k}": v for k, v in state_of(module).items()}
    return Outcome(picture(roots), text.getvalue(), error, leaves=flat(result), chain=chain)


def session(path: Path, name: str, wrap: Callable[[Any], Any] | None, reverse: bool = False):
    """All calls of a case in a fresh module; `wrap` makes the program (None: eager)."""
    torch.manual_seed(0)
    module = load_module(path)
    this = next(c for c in module.CASES if c.name == name)
    program = wrap(this.fn) if wrap else this.fn
    outcomes: list[Outcome | None] = [None] * len(this.calls())
    order = list(range(len(outcomes)))
    for i in reversed(order) if reverse else order:
        if this.before:
            this.before(i)
        trail: dict[int, int] | None = {} if wrap is None else None
        outcome = make_call(program, this.calls()[i], module, str(path), wrap is not None, trail)
        if trail is not None:
            outcome.trail = tuple(sorted(trail.items()))
        outcomes[i] = outcome
    return this, program, outcomes


def compare(this: Case, eager: list[Outcome], other: list[Outcome]) -> None:
    """Raises AssertionError with all that differs."""
    said = []
    for i, (a, b) in enumerate(zip(eager, other)):
        here = []
        if a.error is None or b.error is None:
            if a.error != b.error:
                here.append(f"raised {b.error}, eager {a.error}")
        elif this.message and a.error != b.error:
            here.append(f"raised {b.error}, eager {a.error}")
        elif (a.error[0], a.error[2]) != (b.error[0], b.error[2]):
            here.append(f"raised {b.error}, eager {a.error}")
        elif a.chain and b.chain and a.chain[this.message] != b.chain[this.message]:
            here.append(f"raised {b.chain[1]}, eager {a.chain[1]}")
        if a.printed != b.printed:
            here.append(f"printed {b.printed!r}, eager {a.printed!r}")
        here += differences(a.entries, b.entries, this.tolerance)
        said += [f"call {i}: {line}" for line in here]
    assert not said, "\n" + "\n".join(said)


@functools.lru_cache(maxsize=1)
def eager_of(path: Path, content: bytes, name: str) -> tuple[Case, list[Outcome]]:
    this, _, outcomes = session(path, name, None)
    return this, outcomes


@functools.lru_cache(maxsize=1)
def compiled_of(path: Path, content: bytes, name: str) -> tuple[Any, list[Outcome]]:
    """The program, and what it did."""
    import lith

    return session(path, name, lith.to_static)[1:]


@functools.lru_cache(maxsize=1)
def file_of(path: Path, content: bytes, name: str) -> bytes:
    """The artifact of the program with all that its session compiled."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.lith"
        compiled_of(path, content, name)[0].save(str(file))
        return file.read_bytes()


def run_eager(path: Path, name: str) -> None:
    """The case itself: the harness agrees with itself, and the calls take different paths."""
    this, first = eager_of(path, path.read_bytes(), name)
    _, _, second = session(path, name, None)
    compare(this, first, second)
    paths = {(o.trail, o.error) for o in first}
    assert len(first) >= 2 and (len(paths) >= 2 or this.straight), (
        "the calls of a case must take different paths"
    )


def run_static(path: Path, name: str) -> None:
    this, eager = eager_of(path, path.read_bytes(), name)
    compare(this, eager, compiled_of(path, path.read_bytes(), name)[1])


def run_reversed(path: Path, name: str) -> None:
    import lith

    this, _, eager = session(path, name, None, reverse=True)
    compare(this, eager, session(path, name, lith.to_static, reverse=True)[2])


def saved(path: Path, name: str, folder: str) -> tuple[Path, Case, list[Outcome]]:
    """The file of a program that was run and saved; the case and what it does eagerly."""
    content = path.read_bytes()
    this, eager = eager_of(path, content, name)
    file = Path(folder) / "program.lith"
    file.write_bytes(file_of(path, content, name))
    return file, this, eager


def run_artifact(path: Path, name: str) -> None:
    import lith

    with tempfile.TemporaryDirectory() as folder:
        file, this, eager = saved(path, name, folder)
        compare(this, eager, session(path, name, lambda fn: lith.load(str(file)))[2])


def in_brackets(value: Any) -> list[Any]:
    """As `flat`, with a bracket before and after what is in a list."""
    if isinstance(value, list):
        return ["[", *(leaf for v in value for leaf in in_brackets(v)), "]"]
    if isinstance(value, dict):
        return [leaf for v in value.values() for leaf in in_brackets(v)]
    if isinstance(value, tuple):
        return [leaf for v in value for leaf in in_brackets(v)]
    return flat(value)


def tool_call(
    file: Path, call: Any, folder: str
) -> tuple[subprocess.CompletedProcess[str], list[Any]]:
    """`lith run` on the arguments of a call; the arrays that it wrote. Lists of any length are in
    brackets; where the program does not take them so, all are flattened."""
    if not isinstance(call, Call):
        call = Call(*call)
    names = []
    for i, leaf in enumerate(in_brackets((*call.args, *call.kwargs.values()))):
        if isinstance(leaf, str):
            names.append(leaf)
            continue
        names.append(str(Path(folder) / f"in{i}.npy"))
        array = leaf.detach().numpy() if isinstance(leaf, torch.Tensor) else np.asarray(leaf)
        np.save(names[-1], array)
    out = Path(folder) / "out.npz"

    def run(inputs: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [os.environ["LITH_TOOL"], "run", str(file), *inputs, "-o", str(out)],
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip

    done = run(names)
    if done.returncode == 1 and "[" in names and "Traceback" not in done.stderr:
        done = run([name for name in names if name not in "[]"])
    if done.returncode:
        return done, []
    with np.load(out) as file:  # text is compared by the other doors
        arrays = [array for array in file.values() if array.dtype.kind != "U"]
    out.unlink()
    return done, arrays


def runs_in_tool(call: Any) -> bool:
    """The tool takes tensors and numbers, each from a file: other arguments have no .npy form, and
    that two arguments are one object cannot be said."""
    if not isinstance(call, Call):
        call = Call(*call)
    containers: set[int] = set()

    def plain(v: Any) -> bool:
        if isinstance(v, (list, dict)):
            if id(v) in containers:
                return False
            containers.add(id(v))
        if isinstance(v, (list, tuple)):
            return all(map(plain, v))
        if isinstance(v, dict):
            return all(map(plain, v.values()))
        return isinstance(v, (torch.Tensor, bool, int, float))

    tensors = [v for v in flat([list(call.args), call.kwargs]) if isinstance(v, torch.Tensor)]
    apart = len({v.untyped_storage().data_ptr() for v in tensors if v.numel()}) == sum(
        v.numel() > 0 for v in tensors
    )
    return apart and plain(list(call.args)) and plain(call.kwargs)


def run_tool(path: Path, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file, this, eager = saved(path, name, folder)
        for i, call in enumerate(this.calls()):
            if not runs_in_tool(call):
                continue
            done, arrays = tool_call(file, call, folder)
            want = eager[i]
            assert done.returncode in (0, 1), f"call {i}: exit {done.returncode}\n{done.stderr}"
            assert done.stdout == want.printed, f"call {i}: printed {done.stdout!r}"
            if want.error:
                kind, message, line = want.error
                assert done.returncode == 1 and kind in done.stderr, done.stderr
                assert f"line {line}" in done.stderr or f":{line}" in done.stderr, done.stderr
                assert not this.message or message in done.stderr, done.stderr
                continue
            assert done.returncode == 0, f"call {i}: {done.stderr}"
            got = picture({"result": [torch.from_numpy(np.atleast_1d(a)) for a in arrays]}, False)
            expected = [
                torch.as_tensor(v, dtype=torch.float64 if type(v) is float else None).detach()
                for v in want.leaves
            ]
            ref = picture(
                {"result": [e.reshape(1) if e.dim() == 0 else e for e in expected]}, False
            )
            assert not (said := differences(ref, got, this.tolerance)), f"call {i}: {said}"


DOORS: dict[str, Callable[[Path, str], None]] = {
    "eager": run_eager,
    "static": run_static,
    "reversed": run_reversed,
    "artifact": run_artifact,
    "tool": run_tool,
}


def applies(this: Case, door: str) -> bool:
    """Whether a case can go through a door at all."""
    if door in ("artifact", "tool") and not this.artifact:
        return False
    if door == "tool":
        return this.tool and any(map(runs_in_tool, this.calls()))
    return door != "reversed" or not this.ordered
