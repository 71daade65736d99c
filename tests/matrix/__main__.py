"""./dev matrix [KIND ...]: every kind of object, in every place, in every operation, against eager.

Prints what differs, and how much of each kind is refused.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import sys
import time
from pathlib import Path

import lith  # noqa: F401 - loaded once here, so that the forked children need not
from matrix.cells import Verdict
from matrix.kinds import KINDS
from matrix.known import KNOWN, Known, known
from matrix.operations import OPERATIONS
from matrix.places import PLACES
from matrix.runner import run

WORDS = ("same", "refused", "words", "known", "differs", "failed", "crashed")


def of_kind_and_place(kind: str, place: str, operations: list[str]) -> list[Verdict]:
    return list(run(kind, place, operations))


def table(verdicts: list[Verdict]) -> str:
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for verdict in verdicts:
        counts[verdict.kind][verdict.word] += 1
    lines = [f"{'kind':28}" + "".join(f"{word:>9}" for word in WORDS) + "  refused"]
    for kind, count in [*counts.items(), ("all", sum(counts.values(), collections.Counter()))]:
        share = f"{count['refused'] / max(1, count.total()):9.1%}"
        lines.append(f"{kind:28}" + "".join(f"{count[word]:9}" for word in WORDS) + share)
    return "\n".join(lines)


def unused(verdicts: list[Verdict]) -> list[Known]:
    """Groups of what is known that no cell of a whole run needs."""
    needed = {known(v.kind, v.place, v.operation) for v in verdicts if v.word == "known"}
    return [group for group in KNOWN if group not in needed]


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev matrix")
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--place", action="append", choices=PLACES, help="only there")
    parser.add_argument("--operation", action="append", help="only this")
    parser.add_argument("--log", type=Path, help="a file for all verdicts, a JSON object a line")
    args = parser.parse_args()
    operations = args.operation or list(OPERATIONS)
    began, verdicts = time.monotonic(), []
    out = args.log.open("w", encoding="utf-8") if args.log else None
    jobs = [(kind, place) for kind in args.kinds or KINDS for place in args.place or PLACES]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        made = [pool.submit(of_kind_and_place, kind, place, operations) for kind, place in jobs]
        for i, one in enumerate(concurrent.futures.as_completed(made)):
            for verdict in one.result():
                verdicts.append(verdict)
                if out:
                    print(json.dumps(dataclasses.asdict(verdict)), file=out, flush=True)
                if verdict.word in ("differs", "failed", "crashed"):
                    first = verdict.said.strip().partition("\n")[0]
                    what = f"{verdict.kind}, {verdict.place}: {verdict.operation!r}"
                    print(f"{verdict.word} {what}: {first[:200]}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{i + 1}/{len(made)}", end="", file=sys.stderr)
    print(table(sorted(verdicts, key=lambda v: list(KINDS).index(v.kind))))
    print(f"{len(verdicts)} cells, {time.monotonic() - began:.0f} s")
    if not (args.operation or args.place) and set(args.kinds or KINDS) == set(KINDS):
        for group in unused(verdicts):
            print(f"nothing differs as known.py says: {group}")
    return 1 if any(v.word in ("differs", "failed", "crashed") for v in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
