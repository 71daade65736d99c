"""What the compiler does not do yet: tests/known_failures.toml, by test, with the reason; with Python 3.13
known_failures_3_13.toml as well.

A listed test runs in a child process, so that one that crashes is a failure like any other. The list
is strict: a listed test that passes is an error, so the list names only what really fails.

Tests that a table or PyTorch's samples generate by the hundred are marked `generated`: `--share N` runs
one in N of them, others with each commit: what only the rest of them shows is seen within a few commits.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path

import pytest
import torch

from language.isolated import in_child

HERE = Path(__file__).parent
KNOWN: dict[str, str] = tomllib.loads((HERE / "known_failures.toml").read_text(encoding="utf-8"))
if sys.version_info >= (3, 13):
    KNOWN |= tomllib.loads((HERE / "known_failures_3_13.toml").read_text(encoding="utf-8"))

# Workers share the cores: threads of OpenMP, which wait by spinning, would take them from each other.
torch.set_num_threads(1)

# torch.manual_seed also seeds the devices that are not there, which formats the whole stack for each.
for module in (torch.cuda, torch.xpu, torch.mtia):
    module.manual_seed_all = lambda seed: None


def reason_of(item: pytest.Item) -> str | None:
    return KNOWN.get(item.nodeid.removeprefix("tests/"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share", type=int, default=1, help="run one in so many of the generated tests"
    )


def turn() -> int:
    """A number of the commit that is checked out; 0 where there is none."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=HERE, capture_output=True, text=True)
    return int(asked.stdout, 16) if asked.returncode == 0 else 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share = config.getoption("share")
    remainder = turn() % share

    def is_left_out(item: pytest.Item) -> bool:
        is_generated = item.get_closest_marker("generated") is not None
        return is_generated and zlib.crc32(item.nodeid.encode()) % share != remainder

    left_out = [item for item in items if is_left_out(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not is_left_out(item)]
    for item in items:
        if reason := reason_of(item):
            item.add_marker(pytest.mark.xfail(strict=True, reason=reason))


def pytest_collection_finish() -> None:
    """What imports and the collection made stays: no garbage collection has to walk it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """A test draws the same numbers alone, among others and tomorrow: what fails can be run again."""
    torch.manual_seed(0)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if reason_of(pyfuncitem) is None:
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}

    def call() -> str:
        try:
            pyfuncitem.obj(**arguments)
        except BaseException as e:  # noqa: BLE001 - whatever it is, it is the test's outcome
            return f"{type(e).__name__}: {e}"
        return ""

    said = in_child(call, 300.0)
    assert not said, said
    return True
