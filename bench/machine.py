"""The machine's measured limits, and the time that a piece of work takes at least."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path

SOURCE = Path(__file__).parent / "ceilings.cpp"
LEVELS = [("l1_gbs", 32 << 10), ("l2_gbs", 900 << 10), ("l3_gbs", 28 << 20), ("dram_gbs", 1 << 60)]


@dataclasses.dataclass
class Machine:
    """Figures of ceilings.cpp: GF/s and GB/s by name."""

    figures: dict[str, float]

    def compute(self, flops: float) -> float:
        """Seconds for that many fp32 operations."""
        return flops / self.figures["fp32_gflops"] / 1e9

    def read(self, size: float, times: float = 1.0) -> float:
        """Seconds to read `size` bytes `times` over, from the level that holds them."""
        level = next(name for name, limit in LEVELS if size <= limit)
        return size * times / self.figures[level] / 1e9


def measure(build: Path) -> Machine:
    """Builds ceilings.cpp for this processor where needed, and runs it."""
    program = build / "bench" / "ceilings"
    if not program.exists() or program.stat().st_mtime < SOURCE.stat().st_mtime:
        program.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["clang++-22", "-O3", "-march=native", "-ffp-contract=fast", SOURCE, "-o", program],
            check=True,
        )
    text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return Machine({k: float(v) for k, v in (line.split() for line in text.splitlines())})
