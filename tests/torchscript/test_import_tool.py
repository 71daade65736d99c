"""`lith import` and `lith run` on archives: what torch.jit.load makes of them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from torchscript.tool_models import MODELS, Speaker, X

FORWARD = "forward(x: Tensor, limit: int, scale: float=1.)"


def tool(*words: object, status: int = 0, **options: Any) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [options.get("program", os.environ["LITH_TOOL"]), *map(str, words)],
        capture_output=True, text=True, timeout=120, cwd=options.get("cwd"),
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    return done


def leaves(value: Any, name: str = "") -> dict[str, Any]:
    """Of a result, by the names that the tool gives them."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, (list, tuple)):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return {} if value is None else {name or "0": value}
    found: dict[str, Any] = {}
    for key, item in value.items():
        found |= leaves(item, f"{name}.{key}" if name else str(key))
    return found


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    torch.jit.save(torch.jit.script(Speaker().eval()), tmp_path / "model.pt")
    np.save(tmp_path / "x.npy", X.numpy())
    np.save(tmp_path / "row.npy", X[0].numpy())
    return tmp_path / "model.pt"


@pytest.mark.parametrize("name", MODELS)
def test_imported_and_run(name: str, tmp_path: Path) -> None:
    """All calls in one file, imported by other sizes and values than it is run with."""
    make, calls = MODELS[name]
    torch.manual_seed(0)
    torch.jit.save(torch.jit.script(make().eval()), tmp_path / "m.pt")
    np.save(tmp_path / "x.npy", X.numpy())
    np.save(tmp_path / "row.npy", X[0].numpy())
    options: list[str] = []
    for method, example, _, _ in calls:
        options += ["--method", method]
        options += [word for value in example for word in ("--input", value)]
    done = tool("import", "m.pt", "-o", "m.lith", *options, cwd=tmp_path)
    assert done.stdout.startswith("m.lith, ") and len(done.stdout.splitlines()) == len(calls) + 1
    assert (
        done.stdout.splitlines()[1:]
        == tool("show", "m.lith", "--schema", cwd=tmp_path).stdout.splitlines()
    )
    for method, _, words, values in calls:
        reference = torch.jit.load(tmp_path / "m.pt")
        with torch.no_grad():
            wanted = leaves(getattr(reference, method)(*values))
        tool("run", "m.lith", "--method", method, *words, "-o", "out.npz", cwd=tmp_path)
        with np.load(tmp_path / "out.npz") as got:
            assert got.files == list(wanted)
            for key, value in wanted.items():
                want = value.numpy() if isinstance(value, torch.Tensor) else np.asarray(value)
                assert got[key].dtype == want.dtype, key
                if want.dtype.kind == "U":
                    assert got[key] == want
                else:
                    np.testing.assert_allclose(got[key], want, rtol=2e-5, atol=2e-5)


def test_nothing_runs_while_importing(archive: Path) -> None:
    done = tool("import", archive, "-o", archive.with_suffix(".lith"), "--input", X.numpy().dtype.name
                + "[3,4]", "--input", 3)  # fmt: skip
    assert "speaking" not in done.stdout
    ran = tool("run", archive.with_suffix(".lith"), archive.parent / "x.npy", 3)
    assert ran.stdout.startswith("speaking 3\n")


def test_several_programs_of_one_method(archive: Path) -> None:
    file = archive.with_suffix(".lith")
    done = tool(
        "import", archive, "-o", file, "--input", "float32[?,4]", "--input", 1, "--input", 2,
        "--call", "--input", archive.parent / "row.npy", "--arg", "limit=1", "--arg", "scale=2",
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == 3
    reference = torch.jit.load(archive)
    with torch.no_grad():
        for name, x in (("x", X), ("row", X[0])):
            want = reference(x, 2, 0.5)
            array = archive.parent / f"{name}.npy"
            tool("run", file, array, "--arg", "limit=2", "--arg", "scale=0.5", "-o", f"{file}.npz")
            with np.load(f"{file}.npz") as got:
                np.testing.assert_allclose(got["total"], want.total.numpy(), rtol=1e-5)
                assert got["steps"] == want.steps


def test_keys_of_a_dict_are_what_is_declared(archive: Path) -> None:
    words = ["--method", "keyed", "--input", '{"2": true}']
    done = tool("import", archive, "-o", archive.with_suffix(".lith"), *words)
    assert "keyed(by: {2: " in done.stdout
    words[-1] = '{"a": true}'
    done = tool("import", archive, "-o", archive.with_suffix(".lith"), *words, status=1)
    assert "argument 'by' must be Dict[int, bool], not this dict" in done.stderr


def test_without_inputs_it_says_what_to_give(archive: Path) -> None:
    done = tool("import", archive, "-o", archive.with_suffix(".lith"), status=1)
    assert "--input" in done.stderr and not done.stdout
    lines = [line.strip() for line in done.stderr.splitlines()]
    assert lines[1] == FORWARD
    assert "say(words: List[str], weights: Dict[str, Tensor], extra: Optional[float]=None)" in lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--input", "float32[2]"], f"argument 'limit' is missing in a call of {FORWARD}"),
        (["--input", "3", "--input", "3"], "argument 'x' must be Tensor, not an int"),
        (["--input", "float32[2]", "--input", "2.5"], "argument 'limit' must be int, not a float"),
        (["--input", "float32[2]", "--input", "1", "--arg", "x=1"], "argument 'x' is given twice"),
        (["--input", "float32[2]", "--arg", "other=1"], "no parameter 'other'"),
        (["--input", "1"] * 4, "4 arguments are too many"),
        (["--input", "float33[2]"], "'float33[2]' names no dtype"),
        (["--input", "float32[2,-1]"], "neither a number nor '?'"),
        (["--input", "float32[2,x]"], "neither a number nor '?'"),
        (["--input", "none.npy"], "'none.npy' cannot be opened"),
        (["--method", "other", "--input", "1"], "no method 'other'; it has"),
        (["--method", "say", "--input", "[1]", "--input", "{}"], "must be List[str], not this list"),
    ],
)  # fmt: skip
def test_wrong_inputs(archive: Path, words: list[str], said: str) -> None:
    file = archive.with_suffix(".lith")
    done = tool("import", archive, "-o", file, *words, status=1)
    assert said in done.stderr and not done.stdout and not file.exists()


def test_what_is_refused_shows_the_line(archive: Path) -> None:
    words = ["--method", "refused", "--input", "float32[2]"]
    done = tool("import", archive, "-o", archive.with_suffix(".lith"), *words, status=1)
    assert "LTH0" in done.stderr and "torch.to_sparse(x)" in done.stderr and "^^^" in done.stderr
    assert not archive.with_suffix(".lith").exists()


def test_files_that_are_none(archive: Path) -> None:
    cut, other = archive.parent / "cut.pt", archive.parent / "other.pt"
    cut.write_bytes(archive.read_bytes()[:2000])
    torch.save({"x": X}, other)
    for file, said in [
        (archive.parent / "none.pt", "No such file"),
        (cut, "is truncated"),
        (other, "torch.save"),
        (archive.parent, "is not a file"),
    ]:
        done = tool("import", file, "-o", archive.with_suffix(".lith"), "--input", 1, status=1)
        assert said in done.stderr and str(file) in done.stderr and not done.stdout
    done = tool("import", archive, "-o", "/proc/none.lith", "--input", "float32[2]", "--input", 1,
                status=1)  # fmt: skip
    assert "/proc/none.lith" in done.stderr


def test_wrong_usage_and_help(archive: Path) -> None:
    for words in ([], [archive], ["-o", "x.lith"], [archive, "-o", "x.lith", "--none", "1"]):
        done = tool("import", *words, status=2)
        assert done.stderr and not done.stdout
    said = tool("import", "--help").stdout
    assert all(option in said for option in ("--input", "--arg", "--method", "--call"))


def test_where_the_compiler_is_not_installed(archive: Path) -> None:
    alone = archive.parent / "lith"
    shutil.copy(os.environ["LITH_TOOL"], alone)
    done = tool("import", archive, "-o", "x", program=alone, status=1)
    assert "not installed" in done.stderr and str(archive.parent / "lith-import") in done.stderr
