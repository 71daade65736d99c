"""./dev fuzz [--worlds | --artifacts | --sizes | --edges | --varying | --calls] N [SEED]: N random programs, each compiled and compared with eager.

Seeds from 100,000 on use more of the language, from 200,000 on more still (generator.py), those from
300,000 on other parts of it (broad.py), those from 400,000 on recursions within nests (nests.py),
those from 500,000 on gradients, inside and outside (differentiated.py), from 600,000 on with more
that is done with graphs (graphs.py). With --worlds: programs that read state outside, which changes
between their calls (worlds). With --artifacts: such programs, saved after some calls and loaded.
With --sizes: programs in which tensors of other sizes meet (sizes.py).
With --edges: calls of operators with unusual arguments (edges.py); with --varying: whose numbers are
those of run time (varying.py). With --calls: of built-in functions and methods with values of every
kind (calls.py). Of these what is refused is counted, and no finding.
Prints the findings by kind; the first of each kind is minimised and kept in found/, which the test
suite runs ever after.
"""

from __future__ import annotations

import argparse
import collections
import sys
import tempfile
import time
from pathlib import Path

import torch.distributed.tensor  # noqa: F401 - what assert_close imports at its first call

import lith  # noqa: F401 - both loaded once here, so that the forked children need not
from fuzz import calls, edges, generator, sizes, varying
from fuzz.minimise import minimise
from fuzz.runner import headline, run
from fuzz.worlds import generator as worlds

FOUND = Path(__file__).parent / "found"


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev fuzz")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--keep", type=int, default=10, help="findings to minimise and keep")
    parser.add_argument("--worlds", action="store_true", help="state outside, which changes")
    parser.add_argument("--edges", action="store_true", help="operators with unusual arguments")
    parser.add_argument("--varying", action="store_true", help="operators with numbers of run time")
    parser.add_argument("--calls", action="store_true", help="built-ins with values of every kind")
    parser.add_argument("--artifacts", action="store_true", help="state outside, which is saved")
    parser.add_argument("--sizes", action="store_true", help="tensors of other sizes that meet")
    args = parser.parse_args()
    generate = (
        worlds.generate
        if args.worlds
        else worlds.generate_saved
        if args.artifacts
        else sizes.generate
        if args.sizes
        else generator.generate
    )
    for is_asked, module in ((args.edges, edges), (args.varying, varying), (args.calls, calls)):
        if is_asked:
            return module.main(range(args.seed, args.seed + args.count))
    refused = 0
    kinds: dict[str, list[tuple[int, str]]] = collections.defaultdict(list)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            file = Path(folder) / f"program{seed}.py"
            file.write_text(generate(seed), encoding="utf-8")
            doors = ("static", "reversed", "artifact") if seed % 5 == 0 else ("static", "reversed")
            verdict = run(file, doors)
            if verdict.startswith("refused (world)"):
                refused += 1
            elif verdict:
                kinds[headline(verdict)].append((seed, verdict))
                print(f"seed {seed}: {headline(verdict)}", flush=True)
    bad = sum(map(len, kinds.values()))
    seconds = time.monotonic() - began
    print(f"{args.count} programs, {bad} findings, {refused} refused, {seconds:.0f} s")
    for kind, seeds in sorted(kinds.items(), key=lambda k: -len(k[1]))[: args.keep]:
        seed, verdict = seeds[0]
        doors = (
            ("static", "reversed", "artifact") if "(artifact)" in kind else ("static", "reversed")
        )
        text = minimise(generate(seed), doors)
        (FOUND / f"seed{seed}.py").write_text(text, encoding="utf-8")
        print(f"\n== {len(seeds)} x {kind} (kept as found/seed{seed}.py)\n{verdict[:1500]}\n{text}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
