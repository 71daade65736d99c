"""Runs what `save.py` saved, with lith_runtime and NumPy alone: python run.py FOLDER."""

from __future__ import annotations

import sys
import time

import numpy as np

START = time.perf_counter()

import lith_runtime  # noqa: E402  (its time is told)

folder = sys.argv[1]
program = lith_runtime.load(f"{folder}/minilm.lith")
loaded = time.perf_counter()
with np.load(f"{folder}/sentences.npz") as saved:
    ids, mask, eager = saved["ids"], saved["mask"], saved["vectors"]
start = time.perf_counter()
vectors = program(ids, mask)
done = time.perf_counter()

print(f"import and load {1e3 * (loaded - START):.1f} ms, first call {1e3 * (done - start):.1f} ms")
print(f"largest difference from PyTorch {abs(vectors - eager).max():.1e}")
assert not {"lith", "torch"} & sys.modules.keys()
