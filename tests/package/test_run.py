"""`lith run`: how arguments are written, and what becomes of results."""

from __future__ import annotations

import dataclasses
import enum
import json
import os
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

import lith

X = torch.tensor([[1.0, -2.0], [3.0, 4.0]])


def run(*words: object, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [os.environ["LITH_TOOL"], "run", *map(str, words)], capture_output=True, text=True, timeout=60
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done


def saved(folder: Path, function: Any, *calls: tuple[Any, ...]) -> Path:
    """The file of a program, for arguments of these calls; x.npy beside it."""
    program = lith.to_static(function)
    for call in calls:
        program(*call)
    program.save(folder / "p.lith")
    np.save(folder / "x.npy", X.numpy())
    return folder / "p.lith"


def written(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines that tell of files, without the folder."""
    return [line.rpartition("/")[2] for line in done.stderr.splitlines()]


def mixed(x, scale: float, words, table, flag=True, name="n", nothing=None):
    return x * scale * table["k"] if flag else x, "-".join(words), name, nothing is None


VALUES: list[Any] = [2.5, ["a", "b"], {"k": 3}, False, "text", None]


def test_json_literals(tmp_path: Path) -> None:
    file = saved(tmp_path, mixed, (X, *VALUES), (X, *VALUES[:3]))
    for values in (VALUES, VALUES[:3]):
        done = run(file, tmp_path / "x.npy", *map(json.dumps, values), "-o", tmp_path / "out.npz")
        with np.load(tmp_path / "out.npz") as got:
            want = mixed(X, *values)
            np.testing.assert_allclose(got["0"], want[0].numpy())
            assert [got[str(i)].item() for i in (1, 2, 3)] == list(want[1:])
        assert written(done) == [
            "out.npz[0]: float32[2, 2]", "out.npz[1]: str", "out.npz[2]: str", "out.npz[3]: bool[]"
        ]  # fmt: skip


def test_arguments_by_name(tmp_path: Path) -> None:
    file = saved(tmp_path, mixed, (X, *VALUES))
    np.save(tmp_path / "scale.npy", np.float64(2.5))
    named = ['words=["u"]', 'table={"k":3}', "flag=false", "name=text", "nothing=null"]
    for scale in ("scale=2.5", f"scale={tmp_path / 'scale.npy'}"):
        words = [word for part in [scale, *named] for word in ("--arg", part)]
        done = run(file, tmp_path / "x.npy", *words)
        assert done.stdout.splitlines()[-3:] == ["1: 'u'", "2: 'text'", "3: True"]
    said = run(file, tmp_path / "x.npy", *words, "--arg", "other=1", status=1).stderr
    assert "unexpected keyword argument 'other'" in said
    assert "NAME=VALUE" in run(file, "--arg", "flag", status=1).stderr


def nested(pair, items, table):
    return {"pair": pair[0] * pair[1], "items": [item + 1 for item in items]}, table["t"].sum()


def test_tensors_in_containers(tmp_path: Path) -> None:
    file = saved(tmp_path, nested, ((X, 2), [X, X], {"t": X}))
    x = str(tmp_path / "x.npy")
    table = json.dumps({"t": f"@{x}"})
    want = nested((X, 2), [X, X], {"t": X})
    for items in (["[", x, x, "]"], [f'["@{x}", "@{x}"]']):
        done = run(file, "(", x, 2, ")", *items, table, "-o", tmp_path / "out")
        assert [line.split(":")[0] for line in written(done)] == [
            "0.pair.npy", "0.items.0.npy", "0.items.1.npy", "1.npy"
        ]  # fmt: skip
        np.testing.assert_allclose(np.load(tmp_path / "out/0.pair.npy"), want[0]["pair"].numpy())
        np.testing.assert_allclose(
            np.load(tmp_path / "out/0.items.1.npy"), want[0]["items"][1].numpy()
        )
    flat = run(file, x, 2, "[", x, x, "]", x)  # the leaves, where each is no argument
    assert flat.stdout.splitlines()[-1] == f"1: {want[1]!r}"


def keyed(table, more):
    return {1: table[1] * more["k"], (2, "a"): table[(0, "b")], None: more[None]}


def test_keys_that_are_no_texts(tmp_path: Path) -> None:
    """In arguments, in the schema and in what is shown."""
    file = saved(tmp_path, keyed, ({1: X, (0, "b"): X}, {"k": 2, None: 2.5}))
    x = tmp_path / "x.npy"
    schema = subprocess.run(
        [os.environ["LITH_TOOL"], "show", file, "--schema"], capture_output=True, text=True
    ).stdout
    assert (
        "table: {1: float32[?, ?], (0, 'b'): float32[?, ?]}, more: {'k': int, None: float}"
        in schema
    )
    words = ["{", 1, x, "(", 0, '"b"', ")", x, "}", "{", '"k"', 3, "null", 1.5, "}"]
    done = run(file, *words, "-o", tmp_path / "out")
    assert np.array_equal(np.load(tmp_path / "out" / written(done)[0].split(":")[0]), X.numpy() * 3)
    for wrong, said in (
        (["{", 1, "}"], "a key between '{' and '}' has no value"),
        (["{", 1, x], "'{' is not closed"),
        (["}"], "'}' closes no dict"),
        (["{", x, 1, "}"], "a tensor is no key"),
    ):
        assert said in run(file, *wrong, status=1).stderr


class Mode(enum.Enum):
    SUM = 1
    MEAN = 2


@dataclasses.dataclass
class Config:
    x: torch.Tensor
    mode: Mode


def reduced(config, dtype, mode=Mode.SUM):
    made = config.x.sum() if config.mode is Mode.SUM else config.x.mean()
    return (made if mode is Mode.SUM else -made).to(dtype)


def test_named_objects(tmp_path: Path) -> None:
    file = saved(
        tmp_path, reduced,
        (Config(X, Mode.SUM), torch.float64), (Config(X, Mode.MEAN), torch.float32, Mode.MEAN),
    )  # fmt: skip
    for words, want in (
        (['{"x": "@x.npy", "mode": "@:SUM"}', ":float64"], "tensor(6., dtype=torch.float64)"),
        (
            ['{"x": "@x.npy", "mode": "@:MEAN"}', ":float32", "--arg", "mode=:MEAN"],
            "tensor(-1.5000)",
        ),
    ):
        done = subprocess.run(
            [os.environ["LITH_TOOL"], "run", str(file), *words],
            capture_output=True, text=True, cwd=tmp_path, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert want in done.stdout
    done = run(file, '{"x": 1, "mode": "SUM"}', ":float64", status=1)
    assert "must be" in done.stderr


def test_the_program_is_chosen_as_in_python(tmp_path: Path) -> None:
    def chosen(x, mode="add", n=1):
        return x + n if mode == "add" else x * n

    file = saved(tmp_path, chosen, (X, "mul", 3), (X,), (X, "mul", 2.5))
    loaded = lith.load(file)
    for words, call in [
        ((), ()),
        (("--arg", "mode=mul", "--arg", "n=4"), ("mul", 4)),
        (('"mul"', 3.5), ("mul", 3.5)),
    ]:
        assert run(file, tmp_path / "x.npy", *words).stdout == f"0: {loaded(X, *call)!r}\n"
    said = run(file, tmp_path / "x.npy", '"mul"', '"3"', status=1).stderr
    assert "argument 'n' must be" in said


class Pair(NamedTuple):
    first: torch.Tensor
    second: int


@dataclasses.dataclass
class Data:
    total: torch.Tensor
    parts: dict[str, Any]


RESULTS: list[tuple[Any, list[str]]] = [
    (lambda x: x + 1, ["0"]),
    (lambda x: (x, x + 1), ["0", "1"]),
    (lambda x: [x + 1, (x, 2.5)], ["0", "1.0", "1.1"]),
    (lambda x: Pair(x, 2), ["first", "second"]),
    (lambda x: {"a": (x, None, True), "b": {"c": x}}, ["a.0", "a.2", "b.c"]),
    (lambda x: Data(x.sum(), {"one": x, 2: 3}), ["total", "parts.one", "parts.2"]),
    (lambda x: {"../up": x, "": 1, "1": 2, 1: 3}, [".._up", "_", "1", "1~2"]),
]


@pytest.mark.parametrize("index", range(len(RESULTS)))
def test_results_by_name(tmp_path: Path, index: int) -> None:
    function, names = RESULTS[index]
    file, out = saved(tmp_path, function, (X,)), tmp_path / "out"
    done = run(file, tmp_path / "x.npy", "-o", out)
    assert not done.stdout and [line.split(":")[0] for line in written(done)] == [
        f"{name}.npy" for name in names
    ]
    assert sorted(p.name for p in out.iterdir()) == sorted(f"{name}.npy" for name in names)
    run(file, tmp_path / "x.npy", "-o", tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as arrays:
        assert arrays.files == names
        for name in names:
            np.testing.assert_array_equal(arrays[name], np.load(out / f"{name}.npy"))


def test_what_is_no_value(tmp_path: Path) -> None:
    file = saved(tmp_path, lambda x: x + 1, (X,))
    for word, said in [
        ("text", """a text is '"text"'"""),
        ("[1, 2", "cannot be read"),
        ("none.npy", "'none.npy' cannot be opened"),
        ("18446744073709551615", "more than 64 bits"),
        ("[" * 5000 + "]" * 5000, "too deep"),
        ('["@none.npy"]', "'none.npy' cannot be opened"),
        ("(", "'(' is not closed"),
        (")", "')' closes no tuple"),
    ]:
        done = run(file, word, status=1)
        assert said in done.stderr and not done.stdout
    assert (
        "no method 'other'" in run(file, tmp_path / "x.npy", "--method", "other", status=1).stderr
    )
    said = run(file, tmp_path / "x.npy", "-o", "/proc/none.npz", status=1).stderr
    assert "cannot write '/proc/none.npz'" in said
