"""The verbs of the native tool: help, exit status, and where messages go."""

from __future__ import annotations

import collections
import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers.modeling_outputs import BaseModelOutputWithPooling

import lith

VERBS = ("run", "show", "bench", "explain", "compile", "import")


def tool(*args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [os.environ["LITH_TOOL"], *map(str, args)],
        capture_output=True, text=True, timeout=60, env=os.environ | environment,
    )  # fmt: skip


@pytest.fixture
def saved(tmp_path) -> tuple[Path, Path]:
    """A program and an array for it."""
    program = lith.to_static(lambda x: (x + 1, x.sum()))
    program(torch.ones(3))
    program.save(tmp_path / "p.lith")
    np.save(tmp_path / "x.npy", np.ones(3, np.float32))
    return tmp_path / "p.lith", tmp_path / "x.npy"


def test_help_names_the_verbs() -> None:
    done = tool("--help")
    assert done.returncode == 0 and not done.stderr
    assert all(verb in done.stdout for verb in VERBS)
    assert tool("--version").stdout.count(".") == 2


@pytest.mark.parametrize("verb", [v for v in VERBS if v != "compile"])
def test_help_of_a_verb(verb: str) -> None:
    done = tool(verb, "--help")
    assert done.returncode == 0 and "--help" in done.stdout and not done.stderr


@pytest.mark.parametrize(
    "args",
    [(), ("run",), ("bench",), ("show",), ("explain",), ("import",), ("nothing",), ("show", "a", "b"),
     ("run", "a", "--threads", "0"), ("bench", "a", "--threads", "-5"), ("bench", "a", "--seconds", "-1")],
)  # fmt: skip
def test_wrong_usage(args) -> None:
    done = tool(*args)
    assert done.returncode == 2 and done.stderr and not done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("run", "none.lith"), "none.lith"), (("show", "none.lith"), "none.lith"),
        (("bench", "none.lith"), "none.lith"), (("explain", "LTH9999"), "LTH9999"),
        (("import", "none.pt", "-o", "x"), "none.pt"), (("show", "--ast", "none.py"), "none.py"),
    ],
)  # fmt: skip
def test_failures_say_what_failed(args, said: str) -> None:
    done = tool(*args)
    assert done.returncode == 1 and said in done.stderr and not done.stdout


def test_input_without_an_end(saved) -> None:
    done = tool("run", str(saved[0]), "/dev/zero")
    assert done.returncode == 1 and "/dev/zero" in done.stderr and not done.stdout


def test_run_bench_and_explain(saved, tmp_path) -> None:
    program, array = saved
    assert tool("run", program, array).stdout == "0: tensor([2., 2., 2.])\n1: tensor(3.)\n"
    done = tool("run", program, array, "-o", tmp_path / "out", "--threads", 1)
    assert done.returncode == 0 and np.load(tmp_path / "out/1.npy") == 3
    done = tool("bench", program, array, "--seconds", 0.01)
    assert done.returncode == 0 and "median" in done.stdout
    done = tool("explain", "LTH0307")
    assert done.returncode == 0 and done.stdout.startswith("LTH0307: ")


def change(x, mode="add"):
    return x + 1 if mode == "add" else x * 100


@pytest.mark.parametrize("calls", [((), ("mul",)), (("mul",), ()), (("add",), ("mul",))])
def test_the_defaults_choose_the_program(tmp_path, calls) -> None:
    """Of programs that differ in an argument which the arrays leave out; as in Python."""
    program = lith.to_static(change)
    x = torch.ones(2)
    for call in calls:
        program(x, *call)
    program.save(tmp_path / "f.lith")
    np.save(tmp_path / "x.npy", x.numpy())
    assert torch.equal(lith.load(tmp_path / "f.lith")(x), change(x))
    assert tool("run", tmp_path / "f.lith", tmp_path / "x.npy").stdout == "0: tensor([2., 2.])\n"


def test_a_number_that_is_left_out(tmp_path) -> None:
    program = lith.to_static(lambda x, n=2: x * n)
    program(torch.ones(2), 3)
    program.save(tmp_path / "f.lith")
    np.save(tmp_path / "x.npy", np.ones(2, np.float32))
    np.save(tmp_path / "n.npy", np.int64(5))
    assert tool("run", tmp_path / "f.lith", tmp_path / "x.npy").stdout == "0: tensor([2., 2.])\n"
    said = tool("run", tmp_path / "f.lith", tmp_path / "x.npy", tmp_path / "n.npy").stdout
    assert said == "0: tensor([5., 5.])\n"


def test_what_has_no_default_may_be_left_out(tmp_path) -> None:
    program = lith.to_static(lambda x, mode: change(x, mode))
    program(torch.ones(2), "mul")
    program.save(tmp_path / "f.lith")
    np.save(tmp_path / "x.npy", np.ones(2, np.float32))
    said = tool("run", tmp_path / "f.lith", tmp_path / "x.npy").stdout
    assert said == "0: tensor([100., 100.])\n"


@dataclasses.dataclass
class Output(collections.OrderedDict):
    """A mapping whose entries are attributes too, as results of transformers' models."""

    first: torch.Tensor
    second: torch.Tensor
    third: object = None

    def __post_init__(self):
        for field in dataclasses.fields(self):
            if getattr(self, field.name) is not None:
                self[field.name] = getattr(self, field.name)


def own_output(x):
    return Output(first=x + 1, second=x.sum())


def library_output(x):
    return BaseModelOutputWithPooling(last_hidden_state=x + 1, pooler_output=x.sum())


@pytest.mark.parametrize("function", [own_output, library_output])
def test_a_mapping_with_attributes(tmp_path, function) -> None:
    program = lith.to_static(function)
    x = torch.ones(2)
    assert type(program(x)) is type(function(x))
    program.save(tmp_path / "m.lith")
    np.save(tmp_path / "x.npy", x.numpy())
    again = lith.load(tmp_path / "m.lith")(x)
    assert list(again) == list(function(x)) and vars(again).keys() == vars(function(x)).keys()
    done = tool("run", tmp_path / "m.lith", tmp_path / "x.npy")
    one, other = function(x).keys()
    assert done.stdout == f"{one}: tensor([2., 2.])\n{other}: tensor(2.)\n"


def test_run_where_nothing_can_be_written(saved) -> None:
    program, array = saved
    done = tool("run", program, array, "-o", "/proc/none/out")
    assert done.returncode == 1 and "/proc/none/out" in done.stderr


def test_compile_hands_over_to_the_users_python(tmp_path) -> None:
    source = tmp_path / "made.py"
    source.write_text("def f(x):\n    return x + 1\n")
    command = ("compile", f"{source}:f", "-o", tmp_path / "f.lith", "--input-spec", "float32[n]")
    done = tool(*command, LITH_PYTHON=sys.executable)
    assert done.returncode == 0 and (tmp_path / "f.lith").exists(), done.stderr
    done = tool(*command, LITH_PYTHON="/nonexistent/python")
    assert done.returncode == 1 and "/nonexistent/python" in done.stderr
