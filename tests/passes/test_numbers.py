"""Arithmetic of the IR against Python, over edge cases and random numbers."""

import math
import operator
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_ir import lith_opt

LEAST, MOST = -(2**63), 2**63 - 1
EDGES = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -7,
    10,
    62,
    63,
    64,
    1 << 31,
    -(1 << 31),
    1 << 62,
    LEAST,
    LEAST + 1,
    MOST,
]
FLOATS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.5,
    3.0,
    1e300,
    -1e300,
    1e-308,
    math.inf,
    -math.inf,
    math.nan,
]
OVERFLOW = "OverflowError: integer result of this operation leaves 64 bits"

INT_OPERATORS: dict[str, Callable[[int, int], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "band": operator.and_,
    "bor": operator.or_,
    "bxor": operator.xor,
    "shr": operator.rshift,
    "shl": operator.lshift,
    "pow": operator.pow,
    "minimum": min,
    "maximum": max,
}
FLOAT_OPERATORS: dict[str, Callable[[float, float], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "minimum": min,
    "maximum": max,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def expected(function: Callable[..., Any], *arguments: Any) -> str:
    try:
        value = function(*arguments)
    except (ZeroDivisionError, ValueError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    if type(value) is int and not LEAST <= value <= MOST:
        return OVERFLOW
    return repr(value)


def outcomes(tmp_path: Path, body: str, signature: str, cases: list[tuple[Any, ...]]) -> list[str]:
    """What the program prints for each case, as one line."""
    path = tmp_path / "program.mlir"
    path.write_text(f"func.func @main({signature} {{\n{body}\n}}\n")
    words: list[str] = []
    for case in cases:
        words += [*map(repr, case), "/"]
    result = lith_opt(path, "--passes", "--run", *words[:-1])
    assert result.returncode == 0, result.stderr
    return [
        text.splitlines()[0]
        for text in result.stdout.strip().removesuffix("/").split("\n/\n")
        if text
    ]


def pairs(edges: list[Any], more: Callable[[], Any]) -> list[tuple[Any, Any]]:
    cases = [(a, b) for a in edges for b in edges]
    return cases + [(more(), more()) for _ in range(200)]


def some_int() -> int:
    bits = random.randrange(1, 64)
    return random.randrange(-(1 << bits), 1 << bits)


def compare(got: list[str], cases: list[tuple[Any, ...]], function: Callable[..., Any]) -> None:
    assert len(got) == len(cases)
    for text, case in zip(got, cases, strict=True):
        want = expected(function, *case)
        if want.startswith("OverflowError"):
            assert text.startswith("OverflowError"), (case, text, want)
        else:
            assert text == want, case


@pytest.mark.parametrize("name", INT_OPERATORS)
def test_ints(name: str, tmp_path: Path) -> None:
    random.seed(name)
    function, result = INT_OPERATORS[name], "f64" if name == "truediv" else "i64"
    cases = pairs(EDGES, some_int)
    if name in ("pow", "shl"):  # no negative exponent; nothing that Python itself takes long for
        cases = [(a, b) for a, b in cases if b <= 2000 and (name == "shl" or b >= 0)]
    body = f"%r = lith.binary {name} %a, %b : i64 -> {result}\nreturn %r : {result}"
    got = outcomes(tmp_path, body, f"%a: i64, %b: i64) -> {result}", cases)
    compare(got, cases, function)


@pytest.mark.parametrize("name", FLOAT_OPERATORS)
def test_floats(name: str, tmp_path: Path) -> None:
    random.seed(name)
    cases = pairs(FLOATS, lambda: random.uniform(-1e3, 1e3))
    body = f"%r = lith.binary {name} %a, %b : f64 -> f64\nreturn %r : f64"
    got = outcomes(tmp_path, body, "%a: f64, %b: f64) -> f64", cases)
    compare(got, cases, FLOAT_OPERATORS[name])


@pytest.mark.parametrize("divisor", [1, -1, 2, 7, -7, 8, 1024, LEAST])
@pytest.mark.parametrize("name", ["floordiv", "mod"])
def test_constant_divisors(name: str, divisor: int, tmp_path: Path) -> None:
    cases = [(a,) for a in EDGES]
    body = f"%b = lith.constant {divisor} : i64\n%r = lith.binary {name} %a, %b : i64 -> i64\nreturn %r : i64"
    got = outcomes(tmp_path, body, "%a: i64) -> i64", cases)
    compare(got, cases, lambda a: INT_OPERATORS[name](a, divisor))


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("kind", ["i64", "f64"])
def test_comparisons(name: str, kind: str, tmp_path: Path) -> None:
    edges: list[Any] = EDGES if kind == "i64" else FLOATS
    cases = [(a, b) for a in edges for b in edges]
    body = f"%r = lith.compare {name} %a, %b : {kind}\nreturn %r : i1"
    got = outcomes(tmp_path, body, f"%a: {kind}, %b: {kind}) -> i1", cases)
    compare(got, cases, COMPARISONS[name])


UNARY: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "neg": ("i64", operator.neg),
    "abs": ("i64", abs),
    "invert": ("i64", operator.invert),
    "lnot": ("i1", operator.not_),
    "floor": (
        "f64",
        lambda x: x if x != x or math.isinf(x) else math.copysign(float(math.floor(x)), x),
    ),
    "sqrt": ("f64", math.sqrt),
}


@pytest.mark.parametrize("name", UNARY)
def test_unary(name: str, tmp_path: Path) -> None:
    kind, function = UNARY[name]
    values: list[Any] = {"i64": EDGES, "f64": FLOATS, "i1": [True, False]}[kind]
    cases = [(value,) for value in values]
    body = f"%r = lith.unary {name} %a : {kind}\nreturn %r : {kind}"
    compare(outcomes(tmp_path, body, f"%a: {kind}) -> {kind}", cases), cases, function)


CONVERSIONS: dict[tuple[str, str], Callable[[Any], Any]] = {
    ("i64", "f64"): float,
    ("i64", "i1"): bool,
    ("f64", "i64"): int,
    ("f64", "i1"): bool,
    ("i1", "i64"): int,
    ("i1", "f64"): float,
}


@pytest.mark.parametrize("source,target", CONVERSIONS)
def test_conversions(source: str, target: str, tmp_path: Path) -> None:
    values: list[Any] = {"i64": EDGES, "f64": FLOATS, "i1": [True, False]}[source]
    cases = [(value,) for value in values]
    body = f"%r = lith.convert %a : {source} -> {target}\nreturn %r : {target}"
    got = outcomes(tmp_path, body, f"%a: {source}) -> {target}", cases)
    compare(got, cases, CONVERSIONS[source, target])
