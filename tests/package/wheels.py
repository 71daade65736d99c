"""wheels.py ENVIRONMENT WHEEL: what a wheel holds, and programs of an environment that has only it.

Of lith-runtime, whatever runs this saves the programs: it has lith, torch and the models.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

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
find_package(Lith REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE Lith::runtime)
add_executable(compiling compiling.cpp)
target_link_libraries(compiling PRIVATE Lith::compiler)
"""

USER = """
#include <lith/lith.h>
int main(int, char **words) {
  lith::Program program = lith::load(words[1]);
  return program({100, 3.0})[0].integer() == 5 ? 0 : 1;
}
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


def try_lith(environment: Path, place: Path, clean: dict[str, str]) -> str:
    """Python, the tool, and C++ programs of both compilers."""
    saved, tool = place / "steps.lith", environment / "bin" / "lith"
    run(environment / "bin" / "python", place / "program.py", saved, env=clean)
    assert run(tool, "run", saved, "100", "3.0", env=clean).split()[0], "nothing printed"
    prefix = run(tool, "--cmake-prefix", env=clean).strip()
    (place / "CMakeLists.txt").write_text(CMAKE)
    (place / "user.cpp").write_text(USER)
    (place / "compiling.cpp").write_text(COMPILING)
    for compiler in ("g++", "clang++-22" if shutil.which("clang++-22") else "clang++"):
        build = place / compiler
        run("cmake", "-S", place, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={compiler}", env=os.environ)  # fmt: skip
        run("cmake", "--build", build)
        run(build / "user", saved, env=clean)
        run(build / "compiling", env=clean)
    return "Python, shell, C++ (GCC, Clang)"


def try_runtime(environment: Path, place: Path, clean: dict[str, str]) -> str:
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


def main(environment: Path, wheel: Path) -> None:
    package = wheel.name.split("-")[0]
    size = wheel.stat().st_size
    names = zipfile.ZipFile(wheel).namelist()
    assert size <= LIMITS[package], f"{wheel.name} has {size} bytes"
    assert not [name for name in names if name.endswith((".cpp", ".o", ".pyc"))], names
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "program.py").write_text(PROGRAM)
        clean = {"PATH": "/usr/bin:/bin", "HOME": folder}
        tried = (try_lith if package == "lith" else try_runtime)(environment, place, clean)
    print(f"{wheel.name}: {size / 1e6:.2f} MB, {len(names)} files; {environment.name}: {tried}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
