"""Sources compiled in C++, without Python, give what Python gives for the same calls."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import torch

HERE = Path(__file__).parent
PREFIX = Path(os.environ.get("LITH_PREFIX", HERE.parents[1] / "build/install"))
T = torch.tensor

SOURCES: dict[str, tuple[str, list[tuple[Any, ...]]]] = {
    "loops": (
        """
import torch
import torch.nn.functional as F
from typing import Optional

SCALE = 2.5

def helper(x, k: Optional[float] = SCALE):
    return F.relu(x) * k

def f(x, n):
    total = torch.zeros_like(x)
    for i in range(n):
        if total.sum() > 10:
            break
        total = total + helper(x) + i
    else:
        return "all", total
    return total, n + 1
""",
        [(T([[1.0, -2.0], [3.0, 4.0]]), 3), (T([0.5]), 100), (T([0.5]), 0)],
    ),
    "containers": (
        """
def f(a, b):
    table = {"a": [a, b], (a, 1): {a, b}}
    table["c"] = sorted([b, a, 5], reverse=True)
    words = [f"{k}" for k in table if isinstance(k, str)]
    return table, "-".join(words).upper(), max(a, b), divmod(b, 2), round(b / 3, 2), (a, b)[::-1]
""",
        [(3, 4), (3.5, -1.0), (True, 9)],
    ),
    "classes": (
        """
import math

class Point:
    count = 0

    def __init__(self, x, y=0):
        self.x = x
        self.y = y

    def norm(self):
        return math.sqrt(self.x * self.x + self.y * self.y)

    def __add__(self, other):
        return type(self)(self.x + other.x, self.y + other.y)

    @staticmethod
    def origin():
        return Point(0)

    @classmethod
    def named(cls):
        return cls.__name__

class Named(Point):
    def __init__(self, name, *rest):
        super().__init__(*rest)
        self.name = name

    @property
    def title(self):
        return self.name.title() + f" {self.norm():.3f}"

def f(a, b):
    p = Point(a, b) + Point(b) + Point.origin()
    return Named("some name", a, b).title, p.x, p.norm(), Named.named(), isinstance(p, Named)
""",
        [(3, 4), (1.5, 2.0)],
    ),
    "exceptions": (
        """
import torch

class Wrong(ValueError):
    pass

def checked(x):
    if x.ndim != 2:
        raise Wrong(f"rank is {x.ndim}")
    return x

def f(x, caught):
    try:
        checked(x)
    except ValueError as error:
        if caught:
            return str(error)
        raise
    finally:
        y = x.sum()
    return x.softmax(-1).argmax(1).tolist(), y
""",
        [(T([[1.0, 2.0], [3.0, 0.0]]), True), (T([1.0]), True), (T([1.0]), False)],
    ),
    "functions": (
        """
import torch

def f(x, n):
    y = torch.zeros(2, device=x.device) + torch.ones(2, device=torch.device("cpu"))
    total = n
    for k, v in {"a": 1, "b": x}.items():
        total += v if isinstance(v, int) else int(v.sum().item())
    a, *b = [1, 2, 3]
    z = list(map(lambda q: q * total, b))
    s = {1, 2} | set(z)
    words = "%d-%s" % (total, k), "{:>5}".format(total), chr(65) + hex(255) + bin(5)
    return (z, s, words, [i for i, c in enumerate("abc") if c != "b"], sum(z), any(z), all(z),
            list(zip(z, b)), abs(-total), min(b), int("12") + int(2.7), float("1.5"), str(1.0), tuple(z),
            y.device == x.device, str(y.dtype), isinstance(x, torch.Tensor), len(x.shape))
""",
        [(T([1.0, 2.0]), 3), (T([1, 2]), -9)],
    ),
    "lists": (
        """
def f(items, n):
    seen = []
    while items and n > 0:
        seen.append(items.pop())
        n -= 1
    items.extend(seen[1:])
    return seen, items, [item * 2 for item in items if not isinstance(item, float)]
""",
        [([1, 2, 3], 2), ([1.5, T([1.0, 2.0])], 5), ([], 1)],
    ),
    "generators": (
        """
import torch

def parts(x, n):
    for i in range(n):
        yield x[i] * i

def f(x, *, n=2):
    def scaled(y, by=n):
        return y * by
    return [scaled(part) for part in parts(x, x.shape[0])], str(torch.stack(list(parts(x, 2))).dtype)
""",
        [(T([1, 2, 3]),), (T([1.0, 2.0]),)],
    ),
    "constants": (
        """
import torch
import math

SIZES = (1, -2, 3 * 4)
NAMES = {"a": 1, "b": [2.0, None]}
KIND = torch.float64

def f(n, word):
    x = torch.full((2, 3), n, dtype=KIND)
    print = len
    return x / 7, SIZES[n], NAMES["b"][1] is None, math.pi * n, word * 2, math.sqrt(2.0), print(word), -7 // 2, 2 ** 10
""",
        [(1, "ab"), (2, "é")],
    ),
}

REFUSED = [
    ("def f(x):\n    return open(x)\n", "1", "LTH0302"),
    ("import numpy\ndef f(x):\n    return x\n", "1", "LTH0316"),
    ("from torch.nn import Module\ndef f(x):\n    return x\n", "1", "LTH0316"),
    ("x = [i for i in range(3)]\ndef f(y):\n    return x\n", "1", "LTH0316"),
    ("@helper\ndef f(y):\n    return y\n", "1", "LTH0316"),
    ("if __name__ != '__main__':\n    N = 1\ndef f(x):\n    return x\n", "1", "LTH0316"),
    ("if __name__ == '__main__':\n    N = 1\nelse:\n    N = 2\n", "1", "LTH0316"),
    ("from typing import cast\ndef f(x):\n    return cast(int, x)\n", "1", "LTH0302"),
    ("for i in range(3):\n    pass\n", "1", "LTH0316"),
    ("def f(x:\n    return x\n", "1", "LTH0022"),
    ("def g(x):\n    return x\n", "1", "has no function 'f'"),
    ("import torch\ndef f(x):\n    return torch.nn.Linear(1, 1)(x)\n", "float32[1]=1", "LTH0302"),
    ("def f(x):\n    return x.nothing_like_it\n", "float32[1]=1", "LTH0"),
    ("def f(x):\n    return nothing_like_it\n", "float32[1]=1", "NameError"),
    ("def f(x, y):\n    return x\n", "1", "TypeError"),
]


@pytest.fixture(scope="module")
def tool(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("compiling")
    for command in (
        [
            "cmake",
            "-G",
            "Ninja",
            "-S",
            HERE / "compiler",
            "-B",
            out,
            f"-DCMAKE_PREFIX_PATH={PREFIX}",
        ],
        ["cmake", "--build", out],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return out / "compile"


def run(tool: Path, folder: Path, source: str, lines: list[str]) -> tuple[int, str]:
    file = folder / "source.py"
    file.write_text(source, encoding="utf-8")
    given = "".join(line + "\n" for line in lines)
    done = subprocess.run(
        [tool, file, "f"], input=given, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout


def word(value: Any) -> str:
    """A value as the tool reads it."""
    if isinstance(value, torch.Tensor):
        sizes = ",".join(map(str, value.shape))
        return f"{str(value.dtype)[6:]}[{sizes}]=" + ",".join(
            str(v) for v in value.flatten().tolist()
        )
    if isinstance(value, list):
        return "(" + ";".join(map(word, value)) + ")"
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


@pytest.mark.parametrize("name", SOURCES)
def test_same_as_python(tool: Path, tmp_path: Path, name: str) -> None:
    source, calls = SOURCES[name]
    module: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "source.py", "exec"), module)
    lines = [" ".join(map(word, call)) for call in calls]
    expected = ""
    for arguments in calls:
        try:
            expected += repr(module["f"](*arguments)) + "\n"
        except Exception as error:
            expected += f"{type(error).__name__}: {type(error).__name__}: {error}\n"
    status, printed = run(tool, tmp_path, source, lines)
    assert (status, printed) == (0, expected)


@pytest.mark.parametrize("source, line, said", REFUSED)
def test_refused(tool: Path, tmp_path: Path, source: str, line: str, said: str) -> None:
    _, printed = run(tool, tmp_path, source, [line])
    assert said in printed, printed


@pytest.mark.parametrize(
    "source, line, code",
    [
        ("import math\nimport numpy\ndef f(x):\n    return x\n", 2, "LTH0316"),
        ("def f(x):\n    y = x\n    import csv\n    return y\n", 3, "LTH0313"),
    ],
)
def test_code_and_line(tool: Path, tmp_path: Path, source: str, line: int, code: str) -> None:
    _, printed = run(tool, tmp_path, source, ["1"])
    first = printed.splitlines()[0]
    assert f"source.py:{line}:" in first and first.endswith(f"[{code}]")


class Scripted(torch.nn.Module):
    """A loop on a value, state, and a second method."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x, limit: int):
        self.calls += 1
        steps = 0
        while bool(x.sum() > 1) and steps < limit:
            x, steps = x / 2, steps + 1
        return x, steps

    @torch.jit.export
    def count(self) -> torch.Tensor:
        return self.calls


def imported(tool: Path, file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [tool.parent / "import", file], capture_output=True, text=True, timeout=60
    )


def test_imports_torchscript(tool: Path, tmp_path: Path) -> None:
    torch.jit.save(torch.jit.script(Scripted()), tmp_path / "model.pt")
    reference = torch.jit.load(tmp_path / "model.pt")
    done = imported(tool, tmp_path / "model.pt")
    assert done.returncode == 0, done.stdout + done.stderr
    expected = [repr(reference(T([4.0, 2.0]), 5)), repr(reference.count())]
    # In the file the state is as it was imported.
    again = torch.jit.load(tmp_path / "model.pt")
    expected += [repr(again(T([4.0, 2.0]), 5)), repr(again.count())]
    methods = ["forward(x: Tensor, limit: int)", "count()"]
    assert done.stdout.splitlines() == methods + expected


def test_archives_that_are_refused(tool: Path, tmp_path: Path) -> None:
    good, file = tmp_path / "good.pt", tmp_path / "file.pt"
    torch.jit.save(torch.jit.script(Scripted()), good)
    data = good.read_bytes()
    torch.save({"x": torch.ones(2)}, file)
    kinds = {"none.pt": 1, "file.pt": 3, "text.pt": 3, "cut.pt": 5, "sparse.pt": 12}
    (tmp_path / "text.pt").write_text("x = 1\n")
    (tmp_path / "cut.pt").write_bytes(data[: len(data) // 2])
    module = Scripted()
    module.register_buffer("sparse", torch.ones(2).to_sparse())
    torch.jit.save(torch.jit.script(module), tmp_path / "sparse.pt")
    for name, kind in kinds.items():
        done = imported(tool, tmp_path / name)
        assert done.returncode == 1 and done.stderr.startswith(f"{kind}: "), (name, done.stderr)
        assert name in done.stderr


def test_threads(tool: Path) -> None:
    done = subprocess.run([tool.parent / "threads"], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "0 wrong\n"), done.stderr


def test_units(tool: Path) -> None:
    """Sources that are one module: a later one may call, and replace, what earlier ones define."""
    done = subprocess.run([tool.parent / "unit"], capture_output=True, text=True, timeout=120)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and lines[0] == "14", done.stdout + done.stderr
    assert lines[1] == "missing: <source 2> has no function 'third'"
    assert lines[2].startswith("syntax: <source 3>:1:") and "expected ':'" in lines[2]
    python = next(line for line in lines if line.startswith("python: "))
    assert python.startswith("python: <source 4>:1:") and "LTH0316" in python
    assert "6 13" in lines and lines[-1] == "empty: the unit has no function 'f'"


def test_needs_no_python(tool: Path) -> None:
    listed = subprocess.run(["ldd", tool], capture_output=True, text=True).stdout
    names = {line.split()[0].split(".so")[0] for line in listed.splitlines() if ".so" in line}
    allowed = {
        "linux-vdso",
        "libstdc++",
        "libm",
        "libgcc_s",
        "libc",
        "liblith_compiler",
        "libz",
        "libzstd",
    }
    assert {n for n in names if not n.startswith("/lib")} <= allowed, listed
