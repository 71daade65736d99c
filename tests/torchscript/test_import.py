"""Archives of TorchScript: what Lith makes of them is what torch.jit.load makes of them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import lith
from torchscript import archives, hostile, wide_programs  # noqa: F401 - which adds programs
from torchscript.programs import PROGRAMS, Flow, State, X


class Counts(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor):
        self.calls += 1
        return x * self.calls


@pytest.fixture(autouse=True)
def same_weights() -> Any:
    torch.manual_seed(0)
    with torch.no_grad():
        yield


def copied(value: Any) -> Any:
    return torch.utils._pytree.tree_map(
        lambda x: x.clone() if isinstance(x, torch.Tensor) else x, value
    )


def outcome(function: Any, args: tuple[Any, ...]) -> Any:
    try:
        return function(*copied(args))
    except Exception as error:
        return error


def check(found: Any, wanted: Any) -> None:
    if isinstance(wanted, Exception):
        # torch.jit.Error has the class and the message at its end
        assert isinstance(found, Exception), found
        said = str(wanted).strip().splitlines()[-1]
        assert said.endswith(str(found)) or type(found).__name__ in said, (said, found)
        return
    assert not isinstance(found, Exception), found
    if isinstance(wanted, torch.Tensor):
        torch.testing.assert_close(found, wanted)
    elif isinstance(wanted, (list, tuple)):
        assert isinstance(found, list) == isinstance(wanted, list)
        assert getattr(found, "_fields", None) == getattr(wanted, "_fields", None)
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            check(one, other)
    elif isinstance(wanted, dict):
        assert list(found) == list(wanted)
        check(list(found.values()), list(wanted.values()))
    elif hasattr(wanted, "value") and hasattr(wanted, "name"):
        assert (found.name, found.value) == (wanted.name, wanted.value)
    else:
        assert type(found) is type(wanted) and (found == wanted or found != found), (found, wanted)


@pytest.mark.parametrize("name", PROGRAMS)
def test_is_what_torch_makes_of_it(name: str, tmp_path: Path) -> None:
    make, calls = PROGRAMS[name]
    file = tmp_path / "model.pt"
    torch.jit.save(make(), file)
    reference, program = torch.jit.load(file), lith.import_torchscript(file)
    made = calls()
    for args in made:
        check(outcome(program, args), outcome(reference, args))
    program.save(tmp_path / "model.lith")
    loaded, again = lith.load(tmp_path / "model.lith"), torch.jit.load(file)
    for args in made:
        check(outcome(loaded, args), outcome(again, args))


def test_methods_share_state_and_survive_saving(tmp_path: Path) -> None:
    module = torch.jit.script(State().eval())
    program = lith.import_torchscript(module)
    reference = torch.jit.script(State().eval())
    for _ in range(2):
        check(program(X), reference(X))
        check(program.peek(3.0), reference.peek(3.0))
        check(program.peek(), reference.peek())
        check(program.numbers(), reference.numbers())
    assert program.calls == 2 and list(program.state_dict()) == list(reference.state_dict())
    program.load_state_dict({"total": X})
    check(program.peek(1.0), X)
    fresh = program.instance()
    check(fresh.peek(), torch.zeros(3, 4))
    with pytest.raises(AttributeError, match="has no method 'other'"):
        program.other  # noqa: B018
    program.save(tmp_path / "state.lith")
    loaded = lith.load(tmp_path / "state.lith")
    check(loaded.peek(1.0), torch.zeros(3, 4))  # as imported
    loaded(X)
    check(loaded.peek(1.0), X)
    check(loaded.method("forward")(X)[1], 2)


class Sets(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.k = 1
        self.seen = {"first": 0}

    def forward(self, x: torch.Tensor):
        return x * self.k

    @torch.jit.export
    def set(self, k: int):
        self.k = k

    @torch.jit.export
    def note(self, key: str):
        self.seen[key] = self.k

    @torch.jit.export
    def has(self, key: str):
        return key in self.seen


def test_a_method_writes_what_others_read() -> None:
    scripted = torch.jit.script(Sets())
    program = lith.import_torchscript(scripted)
    check(program(X), scripted(X))
    program.set(3), scripted.set(3)
    check(program(X), scripted(X))
    check(program(X[0]), scripted(X[0]))  # another program


def test_a_refused_program_leaves_the_others_usable() -> None:
    program = lith.import_torchscript(torch.jit.script(Sets()))
    check(program(X), X)
    program.note("a")
    with pytest.raises(lith.CompileError, match="reads what another writes: .seen"):
        program.has("a")
    check(program(X[0]), X[0])  # another program
    check(program(X.double()), X.double())


def test_threads_compile_each_kind_once_and_lose_no_state() -> None:
    program = lith.import_torchscript(torch.jit.script(Counts()))

    def work(k: int) -> None:
        for i in range(50):
            program(torch.ones([1] * ((i + k) % 3) + [2]))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert program.calls == 300 and len(program.schema.splitlines()) == 3


def test_sources_are_paths_files_and_modules(tmp_path: Path) -> None:
    module = torch.jit.script(Flow())
    torch.jit.save(module, tmp_path / "flow.pt")
    wanted = module(X, 3)
    with open(tmp_path / "flow.pt", "rb") as file:
        check(lith.import_torchscript(file)(X, 3), wanted)
    check(lith.import_torchscript(str(tmp_path / "flow.pt"))(X, 3), wanted)
    check(lith.import_torchscript(module)(X, limit=3), wanted)
    with pytest.raises(FileNotFoundError):
        lith.import_torchscript(tmp_path / "nothing.pt")
    program = lith.import_torchscript(module)
    assert "def forward" in program.source and program.schema == ""
    with pytest.raises(lith.CompileError, match="nothing says what to save"):
        program.save(tmp_path / "x.lith")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'limit'"):
        program(X)


@pytest.mark.parametrize("version, wanted", [(3, [1, -2]), (4, [1.75, -1.75])])
def test_division_of_ints_is_that_of_the_version(version: int, wanted: list[float]) -> None:
    class Divides(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor):
            return torch.div(x, y)

    data = archives.saved(torch.jit.script(Divides()))
    assert b"4\n" in data
    old = hostile.with_version(data, version)
    args = torch.tensor([7, -7]), torch.tensor([4, 4])
    want = torch.jit.load(io.BytesIO(old))(*args)
    check(lith.import_torchscript(io.BytesIO(old))(*args), want)
    if version == 4:
        torch.testing.assert_close(want, torch.tensor(wanted))


@pytest.mark.parametrize("name", archives.REFUSED)
def test_what_lith_lacks_is_refused_by_name(name: str) -> None:
    make, words = archives.REFUSED[name]
    with pytest.raises(RuntimeError, match=re.escape(words)):
        lith.import_torchscript(io.BytesIO(archives.saved(make())))


def test_other_files_are_named() -> None:
    for data, words in archives.others().values():
        with pytest.raises(RuntimeError, match=re.escape(words)):
            lith.import_torchscript(io.BytesIO(data))


def test_hostile_archives_are_errors() -> None:
    for name, data in hostile.hostile():
        with pytest.raises(RuntimeError):
            lith.import_torchscript(io.BytesIO(data))
            pytest.fail(name)
    good = hostile.good()
    for _, data in hostile.damaged(good, 200, 1):
        try:
            lith.import_torchscript(io.BytesIO(data))
        except RuntimeError:
            pass  # a byte that says nothing may differ


def test_runs_without_torch(tmp_path: Path) -> None:
    torch.jit.save(torch.jit.script(Flow()), tmp_path / "flow.pt")
    np.save(tmp_path / "x.npy", X.numpy())
    source = (
        "import sys, numpy as np, lith\n"
        "total, taken = lith.import_torchscript('flow.pt')(np.load('x.npy'), 3)\n"
        "assert 'torch' not in sys.modules and isinstance(total, np.ndarray)\n"
        "np.save('out.npy', total)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(lith.__file__).parents[1])}
    subprocess.run(
        [sys.executable, "-c", source], cwd=tmp_path, env=environment, check=True, timeout=60
    )
    torch.testing.assert_close(torch.from_numpy(np.load(tmp_path / "out.npy")), Flow()(X, 3)[0])
