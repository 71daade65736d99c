"""Holds the layers apart: what each may include, and what the runtime may link.

Rules:
  L1  a file includes project headers of the layers below its own only
  L2  runtime, syntax and diagnostics include neither LLVM nor MLIR
  L3  CPython and nanobind are included in python/bindings only
  L4  outside of compiler/, its face is included only (FROM_OUTSIDE)
  L5  the runtime's libraries name no symbol of LLVM, MLIR or Python
  L6  every function of functions.def is defined in the runtime's archive
  L7  modules of python/lith import one another at the top, in no circle (imports.py)
  L8  a room of the stage includes headers of the rooms before it only (rooms.py)
  L9  no function of python/bindings makes a static object: Python may run meanwhile (Once.h)
  S1  no function is over 80 lines (sizes.py)
  S2  no class of the compiler has over 60 public functions (sizes.py)
  O1  no list of names of operators stands outside of their records (operators.py)
  O2  what is called or sought by name exists in the runtime and has no operation (operators.py)
Prints each breach as FILE:LINE: rule, and exits 1 if there is one.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from imports import check_imports
from operators import check_operators
from rooms import check_rooms
from sizes import check_sizes

ROOT = Path(__file__).resolve().parents[2]

# A layer may include itself and what it names here; transitive reach is spelled out.
BASE = {"syntax", "diagnostics"}
MAY_INCLUDE = {
    "diagnostics": {"syntax"},
    "syntax": {"diagnostics"},
    "host": BASE,
    "ir": BASE,
    "ops": BASE | {"ir", "host"},
    "contract": BASE | {"host"},
    "artifact": BASE | {"host", "contract"},
    "stage": BASE | {"host", "contract", "ir", "ops"},
    "passes": BASE | {"ir", "ops"},
    "codegen": BASE | {"ir", "ops", "passes"},
    "driver": BASE | {"host", "contract", "ir", "ops", "stage", "passes", "codegen"},
    "native": BASE
    | {"host", "contract", "artifact", "stage", "driver"},  # of stage the names that it implements
    "torchscript": BASE | {"host", "contract", "artifact", "stage", "native"},  # likewise
}
NO_LLVM = {"runtime", "syntax", "diagnostics"}
FROM_OUTSIDE = {"driver", "contract", "artifact", "diagnostics", "host", "syntax", "torchscript"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
FOREIGN_SYMBOL = re.compile(
    r"\b(_ZN4llvm|_ZN4mlir|_ZNK4llvm|_ZNK4mlir|LLVM[A-Z]|mlir[A-Z]|_?Py[A-Z_])"
)


def layer_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "compiler" else parts[0] if parts[0] != "python" else "python"


def breach(layer: str, header: str) -> str | None:
    """The rule that a file of `layer` breaks by including `header`, if any."""
    first = header.split("/", 1)[0]
    if first in ("llvm", "mlir", "llvm-c", "mlir-c") and layer in NO_LLVM:
        return "L2: this layer knows nothing of LLVM"
    if (header == "Python.h" or first == "nanobind") and layer != "python":
        return "L3: only python/bindings includes CPython"
    if layer == "runtime" and (ROOT / "runtime" / "src" / header).exists():
        return None
    if first in MAY_INCLUDE and "/" in header:
        if layer in MAY_INCLUDE and first != layer and first not in MAY_INCLUDE[layer]:
            return f"L1: {layer} may not use {first}"
        if layer == "runtime":
            return "L1: the runtime includes nothing of the compiler"
        if layer in ("python", "tools") and first not in FROM_OUTSIDE:
            return f"L4: {first} is private to the compiler"
    return None


def check_includes() -> list[str]:
    found = []
    for top in ("compiler", "runtime", "python", "tools"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".c", ".def", ".inc"):
                continue
            layer = layer_of(path)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if (m := INCLUDE.match(line)) and (rule := breach(layer, m[2])):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {rule} ({m[2]})")
    return found


def nm(*args: str) -> str:
    return subprocess.run(["nm", *args], check=True, capture_output=True, text=True).stdout


def check_symbols(build: Path) -> list[str]:
    found = []
    libraries = sorted(build.glob("runtime/liblith_rt*.a")) + sorted(
        build.glob("runtime/liblith_rt*.so")
    )
    if not libraries:
        return ["runtime: no library found in the build folder"]
    for library in libraries:
        for line in nm(*(["-D"] if library.suffix == ".so" else []), str(library)).splitlines():
            if FOREIGN_SYMBOL.search(line):
                found.append(f"{library.name}: L5: {line.strip()}")
    defined = {
        line.split()[-1]
        for lib in libraries
        for line in nm("--defined-only", str(lib)).splitlines()
        if line.strip()
    }
    table = (ROOT / "runtime/include/lith/functions.def").read_text(encoding="utf-8")
    table = re.sub(r"/\*.*?\*/", "", table, flags=re.S)
    for name in re.findall(r"^\s*LITH_RT\((\w+)", table, flags=re.M):
        if f"lith_rt_{name}" not in defined:
            found.append(f"functions.def: L6: lith_rt_{name} is not defined")
    return found


def check_statics(build: Path) -> list[str]:
    found = []
    objects = sorted(build.glob("python/bindings/CMakeFiles/*lith*.dir/*/*.o"))
    for path in objects:
        if "__cxa_guard_acquire" in nm("--undefined-only", str(path)):
            found.append(
                f"python/bindings/{path.parent.name}/{path.stem}: L9: a function makes a static"
            )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--build", type=Path, help="build folder; without it only includes and imports are checked"
    )
    args = parser.parse_args()
    found = check_includes() + check_imports() + check_rooms(ROOT) + check_operators()
    found += check_sizes(ROOT)
    if args.build:
        found += check_symbols(args.build) + check_statics(args.build)
    print("\n".join(found) or "layers: in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
