"""tqdm in compiled programs: the loop, its counts, and bars on the error output as tqdm's own."""

import re
import sys

import pytest
import torch
from tqdm import tqdm, trange
from tqdm.auto import tqdm as auto_tqdm

import lith


def loops(x, n: int):
    total = x.sum() * 0
    for row in tqdm(x, desc="rows"):
        total = total + row.sum()
    for i in trange(n):
        if i == 4:
            break
        total += i
    with auto_tqdm(range(n), disable=True) as bar:
        for i in bar:
            total += i
    return total


def counted(n: int):
    bar = tqdm(total=n, unit="step", leave=False)
    seen = []
    for i in range(n):
        bar.update(2 if i % 2 else 1)
        bar.set_postfix(loss=i / 2)
        seen.append(bar.n)
    bar.set_description("done")
    bar.close()
    return seen, bar.total, len(bar)


def endings(text: str) -> list[str]:
    """The last state of each bar, without what depends on the time."""
    lines = [line.split("\r")[-1] for line in text.split("\n")]
    return [re.sub(r"\[.*?(, [a-z]+=[^\]]*)?\]", r"[\1]", line) for line in lines]


@pytest.mark.parametrize(
    "call", [(torch.ones(3, 2), 3), (torch.ones(0, 2), 0), (torch.ones(1, 2), 7)]
)
def test_loops(call, capfd):
    want = loops(*call)
    eager = capfd.readouterr().err
    program = lith.to_static(loops)
    assert torch.equal(program(*call), want)
    assert endings(capfd.readouterr().err) == endings(eager)


def test_counts(capfd):
    program = lith.to_static(counted)
    for n in (3, 0, 1):
        want = counted(n)
        assert program(n) == want
    out = capfd.readouterr()
    assert "loss=1" in out.err and "100%|██████████|" in out.err
    assert out.out == ""


def test_saved(tmp_path, capfd):
    program = lith.to_static(loops)
    program(torch.ones(3, 2), 3)
    program.save(tmp_path / "loops.lith")
    capfd.readouterr()
    assert lith.load(tmp_path / "loops.lith")(torch.ones(3, 2), 3) == 12
    sys.stderr.flush()
    assert "rows: 100%|██████████| 3/3" in capfd.readouterr().err
