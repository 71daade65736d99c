"""wheels.py ENVIRONMENT WHEEL [PACKAGES]: what a wheel holds, and programs of an environment that has only it.

Of lith, those of README as well. Its Python needs torch, which is in the folder PACKAGES; where none is
given, and of lith-runtime, whatever runs this saves the programs: it has lith, torch and the models. One
that has none finds them beside this file.
"""

from __future__ import annotations

import array
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve()
LIMITS = {"lith": 25_000_000, "lith_runtime": 2_000_000}  # bytes

PROGRAM = """
import sys
import lith

@lith.to_static
def steps(n: int, limit: float):
    count, words = 0, []
    while n > limit:
        n, count = n // 2, count + 1
        words.append(str(n))
    return count, " ".join(words)

assert "torch" not in sys.modules and "numpy" not in sys.modules
assert steps(100, 10.5) == (4, "50 25 12 6"), steps(100, 10.5)
assert steps(7, 10.5) == (0, "")
steps.save(sys.argv[1])
assert lith.load(sys.argv[1])(100, 3.0) == (5, "50 25 12 6 3")
"""

LOADED = """
import sys
import lith_runtime

assert lith_runtime.load(sys.argv[1])(100, 3.0) == (5, "50 25 12 6 3")
assert "numpy" not in sys.modules
"""

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(user CXX)
add_executable(my_program main.cpp)
"""

COMPILED = """
add_executable(compiling compiling.cpp)
target_link_libraries(compiling PRIVATE Lith::compiler)
"""

COMPILING = """
#include <lith/compiler.h>
int main() {
  lith::Program program = lith::compile("def twice(n: int):\\n    return n * 2\\n", "twice");
  return program({21})[0].integer() == 42 ? 0 : 1;
}
"""


def run(*command: object, **options: object) -> str:
    done = subprocess.run(
        [str(word) for word in command], text=True, capture_output=True, **options
    )
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def blocks(pattern: str) -> list[str]:
    """What README shows; where this is copied to, README lies beside it."""
    file = next(p / "README.md" for p in HERE.parents if (p / "README.md").is_file())
    return re.findall(pattern, file.read_text(encoding="utf-8"), re.S | re.M)


def save_ones(file: Path) -> None:
    """A hundred ones of float32 as NumPy writes them, which is not there."""
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (100,), }".ljust(117) + "\n"
    file.write_bytes(
        b"\x93NUMPY\x01\x00v\x00" + header.encode() + array.array("f", [1.0] * 100).tobytes()
    )


def try_readme(environment: Path, place: Path, clean: dict[str, str], packages: str) -> None:
    """Its first example of Python and those of a shell."""
    if (saved := HERE.with_name("scale_down.lith")).is_file():
        shutil.copy(saved, place)
    else:
        (place / "first.py").write_text(blocks(r"```python\n(.*?)```")[0] + "print(steps)\n")
        python = environment / "bin" / "python" if packages else sys.executable
        path = {"PYTHONPATH": packages} if packages else {}
        assert run(python, "first.py", cwd=place, env=clean | path) == "3\n"
    save_ones(place / "x.npy")
    for line in blocks(r"^    (lith .*? scale_down\.lith .*?)(?: *#.*?)?$"):
        tool, *words = shlex.split(line)
        run(environment / "bin" / tool, *words, cwd=place, env=clean)
    for made in ("results/0.npy", "results/1.npy", "results.npz"):
        assert (place / made).is_file(), made


def try_lith(environment: Path, place: Path, clean: dict[str, str], packages: str) -> str:
    """Python, the tool, and C++ programs of both compilers."""
    saved, tool = place / "steps.lith", environment / "bin" / "lith"
    run(environment / "bin" / "python", place / "program.py", saved, env=clean)
    assert run(tool, "run", saved, "100", "3.0", env=clean).split()[0], "nothing printed"
    try_readme(environment, place, clean, packages)
    prefix = run(tool, "--cmake-prefix", env=clean).strip()
    (place / "CMakeLists.txt").write_text(CMAKE + blocks(r"```cmake\n(.*?)```")[0] + COMPILED)
    (place / "main.cpp").write_text(blocks(r"```cpp\n(.*?)```")[0])
    (place / "compiling.cpp").write_text(COMPILING)
    for compiler in ("g++", "clang++-22" if shutil.which("clang++-22") else "clang++"):
        build = place / compiler
        run("cmake", "-S", place, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={compiler}", env=os.environ)  # fmt: skip
        run("cmake", "--build", build)
        assert run(build / "my_program", cwd=place, env=clean) == "3 halvings\n"
        run(build / "compiling", env=clean)
    return f"Python{', torch' if packages else ''}, shell, C++ (GCC, Clang)"


def try_runtime(environment: Path, place: Path, clean: dict[str, str], _packages: str) -> str:
    """A program without arrays, then one of NumPy's."""
    python, saved = environment / "bin" / "python", place / "steps.lith"
    examples = Path(__file__).resolve().parents[2] / "examples/lith-runtime"
    run(sys.executable, place / "program.py", saved)
    run(python, "-c", LOADED, saved, env=clean)
    run(environment / "bin" / "pip", "install", "-q", "--disable-pip-version-check", "numpy")
    run(sys.executable, examples / "save.py", place)
    lines = run(python, examples / "run.py", place, env=clean).splitlines()
    assert float(lines[1].split()[-1]) < 1e-5, lines
    return "MiniLM: " + ", ".join(lines)


def main(environment: Path, wheel: Path, packages: str = "") -> None:
    package = wheel.name.split("-")[0]
    size = wheel.stat().st_size
    names = zipfile.ZipFile(wheel).namelist()
    assert size <= LIMITS[package], f"{wheel.name} has {size} bytes"
    assert not [name for name in names if name.endswith((".cpp", ".o", ".pyc"))], names
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "program.py").write_text(PROGRAM)
        clean = {"PATH": "/usr/bin:/bin", "HOME": folder}
        attempt = try_lith if package == "lith" else try_runtime
        tried = attempt(environment, place, clean, packages)
    print(f"{wheel.name}: {size / 1e6:.2f} MB, {len(names)} files; {environment.name}: {tried}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]), *sys.argv[3:])
