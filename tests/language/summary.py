"""python -m language.summary [-k PATTERN] [DOOR ...]: all cases in children, failures grouped by kind.

For work on the compiler: what fails most, with the smallest case of each kind first. `--list` prints
the names of what failed in the form of known_failures.toml.
"""

from __future__ import annotations

import argparse
import collections
import re
import sys
from pathlib import Path

import torch

import lith  # noqa: F401 - once, here: the children need not
from fuzz.runner import headline
from language import harness
from language.isolated import in_child, verdict

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="language.summary")
    parser.add_argument("doors", nargs="*", default=["static"])
    parser.add_argument("-k", dest="pattern", default="")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    groups: dict[str, list[tuple[str, str]]] = collections.defaultdict(list)
    failed: dict[str, str] = {}
    total = 0
    for file in sorted((HERE / "cases").glob("*.py")):
        for this in harness.load_module(file).CASES:
            name = f"{file.stem}-{this.name}"
            if not re.search(args.pattern, name):
                continue
            for door in args.doors:
                if not harness.applies(this, door):
                    continue
                total += 1
                run = harness.DOORS[door]
                said = in_child(
                    lambda f=file, n=this.name, d=door, r=run: verdict(lambda: r(f, n), d)
                )
                if said:
                    print(f"{name}: {said[:900]}", file=sys.stderr, flush=True)
                    groups[headline(said)].append((name, said))
                    failed[f"{name}-{door}"] = headline(said).replace('"', "'")
    for kind, members in sorted(groups.items(), key=lambda g: -len(g[1])):
        print(f"\n== {len(members)} x {kind}\n   {' '.join(n for n, _ in members[:12])}")
        print("   " + members[0][1].strip()[:700].replace("\n", "\n   "))
    print(f"\n{total} runs, {sum(map(len, groups.values()))} failed")
    if args.list:
        for name, reason in failed.items():
            print(f'"language/test_cases.py::test_case[{name}]" = "{reason}"')
    return 1 if groups else 0


if __name__ == "__main__":
    sys.exit(main())
