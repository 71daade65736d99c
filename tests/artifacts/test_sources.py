"""A file holds the lines of source that its messages can show, under names that say nothing of the
machine; stripped, it holds none."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch

import lith

SOURCE = '''
PASSWORD = "of nobody's business"


def unused():
    return "not part of it"


def checked(x):
    """What is said of it here is for those who read it."""
    # and so is this
    if x.sum() < 0:
        raise ValueError("negative")
    return x * 2


def f(x):
    return checked(x) + 1
'''
LINES = ["if x.sum() < 0:", 'raise ValueError("negative")', "return checked(x) + 1"]


@pytest.fixture
def module(tmp_path, monkeypatch):
    folder = tmp_path / "secret place" / "pack"
    folder.mkdir(parents=True)
    (folder / "shown_of_it.py").write_text(SOURCE)
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(folder.parent))
    yield importlib.import_module("pack.shown_of_it")
    for name in ("pack", "pack.shown_of_it"):
        sys.modules.pop(name, None)


def saved(module, file: Path, **options) -> Path:
    program = lith.to_static(module.f)
    program(torch.ones(3))
    program.save(file, **options)
    return file


def raised_by_the_tool(file: Path, folder: Path) -> str:
    np.save(folder / "x.npy", -np.ones(3, np.float32))
    command = [os.environ["LITH_TOOL"], "run", file, "x.npy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    return done.stderr


def test_lines_that_messages_show(module, tmp_path: Path) -> None:
    file = saved(module, tmp_path / "f.lith")
    said = raised_by_the_tool(file, tmp_path)
    assert 'File "pack/shown_of_it.py", line 18, in f\n    return checked(x) + 1\n' in said
    assert 'line 13, in checked\n    raise ValueError("negative")\n' in said
    content = file.read_bytes()
    for absent in (b"nobody", b"not part", b"is said of it", b"and so is this", b"secret place"):
        assert absent not in content
    assert [line.strip() for line in lith.load(file).source.splitlines()] == LINES


def test_stripped(module, tmp_path: Path) -> None:
    file = saved(module, tmp_path / "f.lith", strip=True)
    said = raised_by_the_tool(file, tmp_path)
    assert 'File "pack/shown_of_it.py", line 18, in f\n  File' in said
    assert "line 13, in checked\n" in said and "ValueError: negative" in said
    assert "return checked" not in said and b"return checked" not in file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        assert not [name for name in archive.namelist() if name.startswith("source/")]
    assert lith.load(file).source == ""


def test_the_line_in_python(module, tmp_path: Path) -> None:
    loaded = lith.load(saved(module, tmp_path / "f.lith"))
    with pytest.raises(ValueError, match="negative") as caught:
        loaded(-torch.ones(3))
    last = caught.traceback[-1]
    assert (last.frame.code.raw.co_filename, last.lineno + 1) == ("pack/shown_of_it.py", 13)


def test_files_of_one_name(tmp_path, monkeypatch) -> None:
    scopes = []
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        file = tmp_path / place / "same.py"
        file.write_text(f"def {place}(x):\n    return x.reshape(2) + len('{place}')\n")
        scope: dict = {}
        exec(compile(file.read_text(), file, "exec"), scope)
        scopes.append(scope[place])
    one, two = scopes

    def both(x):
        return one(x) * two(x)

    program = lith.to_static(both)
    program(torch.ones(2))
    program.save(tmp_path / "both.lith")
    code = lith.load(tmp_path / "both.lith").source
    assert "'one'" in code and "'two'" in code
    assert str(tmp_path).encode() not in (tmp_path / "both.lith").read_bytes()
