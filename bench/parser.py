"""python -m bench.parser: the parser beside `ast.parse` on the standard library, one thread."""

from __future__ import annotations

import argparse
import ast
import subprocess
import sysconfig
import tempfile
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def python_seconds(sources: list[bytes]) -> float:
    start = time.perf_counter()
    for source in sources:
        ast.parse(source)
    return time.perf_counter() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--build", type=Path, default=ROOT / "build")
    tool = options.parse_args().build / "tests/language/syntax/lith-ast"
    warnings.simplefilter("ignore")
    paths, sources = [], []
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")):
        if "site-packages" in path.parts:
            continue
        source = path.read_bytes()
        try:
            ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        paths.append(path)
        sources.append(source)
    megabytes = sum(map(len, sources)) / 1e6
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        listing.write("".join(f"{path}\n" for path in paths))
        listing.flush()
        output = subprocess.check_output([tool, "--time", listing.name, "5"], text=True)
    python, own = megabytes / python_seconds(sources), megabytes / float(output.split()[1])
    print(f"{len(paths)} files, {megabytes:.1f} MB")
    print(f"ast.parse {python:6.1f} MB/s")
    print(f"Lith      {own:6.1f} MB/s   {own / python:.1f} times as fast")


if __name__ == "__main__":
    main()
