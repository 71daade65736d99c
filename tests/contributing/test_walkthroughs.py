"""CONTRIBUTING.md adds two operators: what it says is done on a copy of the sources.

The blocks are taken from the page, so that it cannot say anything else. A copy of sources and build
is mounted over the checkout, for the commands of this test only, so that what did not change is not
built again. The examples of both records and PyTorch's own samples compare with eager, and the
reference of operators has the two.
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
# COPY ROOT COMMAND ...: the environment stays that of the checkout.
MOUNTED = """
mount --bind "$1/.venv" "$0/.venv" && mount --rbind "$0" "$1" && cd "$1" && shift && exec "$@"
"""


def copy(to: Path) -> None:
    """All files that git knows or would add, and the build."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    shutil.copytree(ROOT / "build", to / "build", symlinks=True)
    for library in (ROOT / "python/lith").glob("*.so"):
        shutil.copy2(library, to / "python/lith")
    (to / ".venv").mkdir()


def apply(root: Path, name: str, text: str) -> None:
    """A block goes to the end of its file, before its #endif."""
    path = root / name
    stored = path.read_text(encoding="utf-8")
    body, guard, rest = stored.rpartition("\n#endif")
    if not guard or rest.count("\n") > 1:
        body, guard, rest = stored.rstrip("\n") + "\n", "", ""
    gap = "\n\n" if name.endswith(".py") else ""
    path.write_text(f"{body}{gap}{text}{guard}{rest}", encoding="utf-8")


def run(copied: Path, *command: str, **environment: str) -> str:
    """In the copy, at the path of the checkout."""
    mounted = ["unshare", "--mount", "--map-root-user", "bash", "-c", MOUNTED, copied, ROOT]
    done = subprocess.run(
        [*mounted, *command],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=1500,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def can_mount() -> bool:
    return subprocess.run(["unshare", "--mount", "--map-root-user", "true"]).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not can_mount(), reason="the system does not let a process mount for itself")
def test_walkthroughs(tmp_path: Path) -> None:
    copy(tmp_path)
    blocks = BLOCK.findall((tmp_path / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert [name.partition("/")[0] for name, _ in blocks] == [
        "prelude", "compiler", "runtime", "runtime",
    ]  # fmt: skip
    for name, text in blocks:
        apply(tmp_path, name, text)
    run(tmp_path, "./dev", "build")
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    said = run(tmp_path, *pytest_, "tests/ops/test_examples.py", "-k", "ndtr or i0")
    assert "2 passed" in said
    samples = [
        f"tests/ops/test_samples.py::test_samples[{name}]" for name in ("special.ndtr", "i0")
    ]
    assert "2 passed" in run(tmp_path, *pytest_, *samples, LITH_GOLDEN="rewrite")
    refused = (tmp_path / "tests/ops/refused.toml").read_text(encoding="utf-8")
    assert not re.search(r'^"(special\.ndtr|i0)" =', refused, re.M)
    run(tmp_path, *pytest_, "tests/ops/test_documentation.py", LITH_GOLDEN="rewrite")
    reference = (tmp_path / "docs/operators.md").read_text(encoding="utf-8")
    assert {"## ndtr", "## i0"} <= set(reference.splitlines())
