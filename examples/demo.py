"""./dev demo: two real models through the whole path.

Compiles a chatbot and a sentence encoder from their Python, saves them, runs the artifacts from the
native tool and from a C++ program, and compares answers and times with eager PyTorch.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
import torch

import lith
from models import chatbot, minilm

SENTENCES = [
    "A man is eating a piece of bread.",
    "Somebody has a meal.",
    "The orchestra played until midnight.",
    "A cheetah chases its prey across a field.",
]
CPP = Path(__file__).parent / "cpp"


def timed(call: Callable[[], Any], rounds: int = 9) -> float:
    """Median seconds of a call that is warm."""
    call()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def title(text: str) -> None:
    print(f"\n== {text}", flush=True)


def size(path: Path) -> str:
    return f"{path.stat().st_size / 1e6:.2f} MB"


class Native:
    """The native tool and the C++ example, both built against the installed runtime."""

    def __init__(self, tool: Path, prefix: Path, folder: Path) -> None:
        self.tool, self.prefix, self.folder = tool, prefix, folder
        self.seconds = 0.0  # of the last run of the tool, from process start to its end

    def run(self, artifact: Path, *arrays: Any) -> list[np.ndarray]:
        names = []
        for i, a in enumerate(arrays):
            names.append(str(self.folder / f"{i}.npy"))
            np.save(names[-1], np.asarray(a))
        with tempfile.TemporaryDirectory(dir=self.folder) as out:
            start = time.perf_counter()
            subprocess.run([self.tool, "run", artifact, *names, "-o", out], check=True)
            self.seconds = time.perf_counter() - start
            files = sorted(Path(out).glob("*.npy"), key=lambda p: int(p.stem))
            return [np.load(p) for p in files]

    def build_examples(self) -> None:
        build = self.folder / "examples"
        quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL}
        configure = ["cmake", "-G", "Ninja", "-S", CPP, "-B", build, "-DCMAKE_BUILD_TYPE=Release"]
        subprocess.run([*configure, f"-DCMAKE_PREFIX_PATH={self.prefix}"], **quiet)
        subprocess.run(["cmake", "--build", build], **quiet)

    def example(self, name: str, *args: Any) -> None:
        """Runs one of the C++ programs; it prints."""
        command = [self.folder / "examples" / name, *map(str, args)]
        sys.stdout.flush()
        subprocess.run(command, check=True)

    def libraries(self, name: str) -> str:
        """What the C++ program needs."""
        command = ["ldd", self.folder / "examples" / name]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.rstrip()


def compile_and_save(model: Any, args: tuple[Any, ...], file: Path) -> Any:
    """A frozen program of the model, and its artifact."""
    start = time.perf_counter()
    program = lith.to_static(model, freeze=True)
    program(*args)
    print(f"compiled, first result after {time.perf_counter() - start:.2f} s")
    program.save(str(file))
    print(f"saved {file.name}, {size(file)}")
    return program


def sentences(native: Native, folder: Path) -> None:
    title("all-MiniLM-L6-v2: which sentences mean the same?")
    model = minilm.SentenceEncoder()
    ids, mask = minilm.tokenize(SENTENCES)
    artifact = folder / "minilm.lith"
    program = compile_and_save(model, (ids, mask), artifact)
    eager = model(ids, mask)
    (vectors,) = native.run(artifact, ids, mask)
    for i in range(1, len(SENTENCES)):
        print(f"  {vectors[0] @ vectors[i]:+.3f}  {SENTENCES[0]}  |  {SENTENCES[i]}")
    worst = max(
        float((program(ids, mask) - eager).abs().max()),
        float((torch.from_numpy(vectors) - eager).abs().max()),
    )
    print(f"largest difference to eager: {worst:.2e} of {float(eager.abs().max()):.2e}")
    for shape in ((1, 16), (1, 128)):
        args = minilm.random_input(*shape)
        before, after = timed(lambda a=args: model(*a)), timed(lambda a=args: program(*a))
        print(f"{shape[0]} x {shape[1]}: eager {before * 1e3:.2f} ms, Lith {after * 1e3:.2f} ms")
    starts = []
    for _ in range(5):
        native.run(artifact, *minilm.random_input(1, 16))
        starts.append(native.seconds)
    print(f"the native tool, from process start to result and exit: {min(starts) * 1e3:.1f} ms")
    title("the same artifact from C++")
    rows = folder / "ids.txt"
    rows.write_text("\n".join(" ".join(map(str, r)) for r in ids.tolist()) + "\n")
    native.example("embed", artifact, rows)
    print(native.libraries("embed"))


def reply(native: Native, folder: Path) -> None:
    title("a chatbot: GRU encoder, attention, greedy decoding until the end of the sentence")
    model = chatbot.build()
    inputs = list(chatbot.sentences(20))
    artifact = folder / "chatbot.lith"
    program = compile_and_save(model, (*inputs[0], 15), artifact)
    agreed, lengths, worst = 0, [], 0.0
    for seq, length in inputs:
        want, scores = model(seq, length, 15)
        got, got_scores = program(seq, length, 15)
        agreed += torch.equal(got, want)
        lengths.append(len(want))
        if got.shape == want.shape:
            worst = max(worst, float((got_scores - scores).abs().max()))
    print(f"replies equal to eager: {agreed} of {len(inputs)}, lengths {sorted(set(lengths))}")
    print(f"largest difference of a score: {worst:.2e}")
    seq, length = inputs[5]
    tokens, _ = native.run(artifact, seq, length, 15)
    print("from the native tool:", " ".join(f"w{t}" for t in seq[:, 0].tolist()), "->",
          " ".join("." if t == chatbot.EOS else f"w{t}" for t in tokens.tolist()))  # fmt: skip
    print("from C++:             ", end=" ")
    native.example("reply", artifact, 15, *seq[:, 0].tolist())
    longest = inputs[max(range(20), key=lambda i: lengths[i])]
    before = timed(lambda: model(*longest, 15))
    after = timed(lambda: program(*longest, 15))
    print(f"a reply of {max(lengths)}: eager {before * 1e3:.1f} ms, Lith {after * 1e3:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--prefix", type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    lith.set_num_threads(1)
    with tempfile.TemporaryDirectory() as name, torch.inference_mode():
        folder = Path(name)
        native = Native(args.tool, args.prefix, folder)
        native.build_examples()
        reply(native, folder)
        sentences(native, folder)
    title("sizes")
    for library in sorted(args.prefix.glob("lib/liblith_rt*")):
        if not library.is_symlink():
            print(f"{os.path.relpath(library, args.prefix)}: {size(library)}")
    print(f"bin/lith: {size(args.tool)}")


if __name__ == "__main__":
    main()
