"""Calls by seed, each judged in a child: what differs is printed, what is refused is counted."""

from __future__ import annotations

import time
from collections.abc import Callable

from language.isolated import in_child


def judge_all(
    judge: Callable[[int], str], seeds: range, eager: Callable[[int], str] | None = None
) -> int:
    """1 where there are findings; `judge` says nothing of a call that is right, nor do we of one with
    which `eager` crashes, too."""
    found = refused = 0
    began = time.monotonic()
    for seed in seeds:
        said = in_child(lambda s=seed: judge(s))
        if eager and said.startswith("crashed") and in_child(lambda s=seed: eager(s)) == said:
            said = ""
        refused += said.startswith("refused")
        if said and not said.startswith("refused"):
            found += 1
            print(f"seed {seed}: {said[:600]}", flush=True)
    seconds = time.monotonic() - began
    print(f"{len(seeds)} calls, {found} findings, {refused} refused, {seconds:.0f} s")
    return 1 if found else 0
