"""README's examples do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PREFIX = os.environ.get("LITH_PREFIX", str(ROOT / "build/install"))


def block(language: str) -> str:
    """The first block of code in that language."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"```{language}\n(.*?)```", text, re.S)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Where the Python example has run and left its artifact."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "first.py").write_text(
        block("python") + "print(steps, again(torch.ones(7), 1.5)[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "first.py"], cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3 1\n"
    return folder


def test_cpp(folder: Path) -> None:
    (folder / "main.cpp").write_text(block("cpp"))
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(First CXX)\nset(CMAKE_CXX_STANDARD 20)\n"
        "add_executable(my_program main.cpp)\n" + block("cmake")
    )
    configure = ["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={PREFIX}"]
    for command in (configure, ["cmake", "--build", "build"], ["build/my_program"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "3 halvings\n"


def test_script(tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples/python/clip.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].startswith("3 halvings")
