"""CONTRIBUTING.md adds two operators: what it says is done on a copy of the sources.

The blocks are taken from the page, so that it cannot say anything else. The copy is built as a
checkout is; what did not change comes from the compiler cache. The examples of both records and
PyTorch's own samples compare with eager, and the reference of operators has the two.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.M | re.S)


def copy_sources(to: Path) -> None:
    """All files that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    (to / ".venv").symlink_to(ROOT / ".venv")


def apply(root: Path, name: str, text: str) -> None:
    """A block goes to the end of its file, before its #endif."""
    path = root / name
    stored = path.read_text(encoding="utf-8")
    body, guard, rest = stored.rpartition("\n#endif")
    if not guard or rest.count("\n") > 1:
        body, guard, rest = stored.rstrip("\n") + "\n", "", ""
    gap = "\n\n" if name.endswith(".py") else ""
    path.write_text(f"{body}{gap}{text}{guard}{rest}", encoding="utf-8")


def run(root: Path, *command: str, **environment: str) -> str:
    """In the copy, with nothing of this build but the compiler cache."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LITH_", "CCACHE_BASEDIR"))}
    clean |= {"PYTHONPATH": str(root / "python"), **environment}
    done = subprocess.run(
        command, cwd=root, env=clean, capture_output=True, text=True, timeout=1500
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.slow
def test_walkthroughs(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    blocks = BLOCK.findall((tmp_path / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert [name.partition("/")[0] for name, _ in blocks] == [
        "prelude", "compiler", "runtime", "runtime",
    ]  # fmt: skip
    for name, text in blocks:
        apply(tmp_path, name, text)
    run(tmp_path, "./dev", "setup")
    prefix = {"LITH_PREFIX": str(tmp_path / "build/install")}
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    said = run(tmp_path, *pytest_, "tests/ops/test_examples.py", "-k", "ndtr or i0", **prefix)
    assert "2 passed" in said
    rewrite = prefix | {"LITH_GOLDEN": "rewrite"}
    samples = [
        f"tests/ops/test_samples.py::test_samples[{name}]" for name in ("special.ndtr", "i0")
    ]
    assert "2 passed" in run(tmp_path, *pytest_, *samples, **rewrite)
    refused = (tmp_path / "tests/ops/refused.toml").read_text(encoding="utf-8")
    assert not re.search(r'^"(special\.ndtr|i0)" =', refused, re.M)
    run(tmp_path, *pytest_, "tests/ops/test_documentation.py", **rewrite)
    reference = (tmp_path / "docs/operators.md").read_text(encoding="utf-8")
    assert {"## ndtr", "## i0"} <= set(reference.splitlines())
