"""Lists, dicts, formats and errors of scripted code do what PyTorch does with the same function."""

from __future__ import annotations

import builtins
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import SCRIPT, outcome, same

# A name, the types of its parameters, an expression that PyTorch compiles to a call of it, and values.
CALLS: list[tuple[str, str, str, list[tuple[Any, ...]]]] = [
    ("slice", "x: List[int], a: Optional[int], b: Optional[int]", "x[a:b]", [([1, 2, 3, 4], a, b) for a in (None, -9, -2, 0, 3, 9) for b in (None, -1, 2, 9)]),
    ("slice", "x: List[int], a: Optional[int], b: Optional[int], c: int", "x[a:b:c]", [([1, 2, 3, 4], a, b, c) for a in (None, 3) for b in (None, 0) for c in (-2, -1, 1, 2)]),
    ("slice", "x: str, a: Optional[int], b: Optional[int], c: int", "x[a:b:c]", [("abcdef", a, b, c) for a in (None, 4, -2) for b in (None, 1) for c in (-1, 1, 2)]),
    ("__getitem__", "x: List[int], i: int", "x[i]", [([1, 2], i) for i in (-3, -2, 1, 2)]),
    ("__getitem__", "x: Dict[str, int], k: str", "x[k]", [({"a": 1}, "a"), ({"a": 1}, "b")]),
    ("append", "x: List[int], i: int", "x.append(i)", [([], 1)]),
    ("insert", "x: List[int], i: int, e: int", "x.insert(i, e)", [([1, 2], i, 7) for i in (-9, -1, 0, 1, 9)]),
    ("extend", "x: List[int], y: List[int]", "x.extend(y)", [([1], [2])]),
    ("pop", "x: List[int]", "x.pop()", [([1, 2],), ([],)]),
    ("pop", "x: List[int], i: int", "x.pop(i)", [([1, 2], i) for i in (-3, -1, 0, 2)]),
    ("pop", "x: Dict[str, int], k: str", "x.pop(k)", [({"a": 1}, "a"), ({"a": 1}, "b")]),
    ("pop", "x: Dict[str, int], k: str, d: int", "x.pop(k, d)", [({"a": 1}, "a", 2), ({"a": 1}, "b", 2)]),
    ("popitem", "x: Dict[str, int]", "x.popitem()", [({"a": 1, "b": 2},), ({},)]),
    ("remove", "x: List[int], e: int", "x.remove(e)", [([1, 2, 1], 1), ([1], 2)]),
    ("index", "x: List[int], e: int", "x.index(e)", [([1, 2, 2], 2), ([1], 2)]),
    ("count", "x: List[int], e: int", "x.count(e)", [([1, 2, 2], 2), ([1], 2)]),
    ("reverse", "x: List[int]", "x.reverse()", [([1, 2],)]),
    ("sort", "x: List[int]", "x.sort()", [([2, 1, 3],)]),
    ("sort", "x: List[str], r: bool", "x.sort(r)", [(["b", "c", "a"], r) for r in (True, False)]),
    ("sorted", "x: List[Tuple[int, str]]", "sorted(x)", [([(2, "a"), (1, "b"), (1, "a")],)]),
    ("clear", "x: List[int]", "x.clear()", [([1],)]),
    ("copy", "x: Dict[str, int]", "x.copy()", [({"b": 1, "a": 2},)]),
    ("copy", "x: List[int]", "x.copy()", [([2, 1],)]),
    ("add", "x: List[int], y: List[int]", "x + y", [([1], [2, 3])]),
    ("mul", "x: List[int], n: int", "x * n", [([1, 2], n) for n in (0, 1, 3)]),
    ("list", "x: str", "list(x)", [("abc",)]),
    ("keys", "x: Dict[str, int]", "x.keys()", [({"b": 1, "a": 2},)]),
    ("values", "x: Dict[str, int]", "x.values()", [({"b": 1, "a": 2},)]),
    ("items", "x: Dict[str, int]", "x.items()", [({"b": 1, "a": 2},)]),
    ("get", "x: Dict[str, int], k: str", "x.get(k)", [({"a": 1}, "a"), ({}, "a")]),
    ("get", "x: Dict[str, int], k: str, d: int", "x.get(k, d)", [({"a": 1}, "a", 3), ({}, "a", 3)]),
    ("setdefault", "x: Dict[str, int], k: str, d: int", "x.setdefault(k, d)", [({"a": 1}, "a", 3), ({}, "a", 3)]),
    ("update", "x: Dict[str, int], y: Dict[str, int]", "x.update(y)", [({"a": 1}, {"b": 2, "a": 3})]),
    ("__contains__", "x: Dict[str, int], k: str", "k in x", [({"a": 1}, "a"), ({}, "a")]),
    ("__is__", "x: Optional[int], y: Optional[int]", "x is y", [(x, y) for x in (None, 1) for y in (None, 1, 2)]),
    ("__isnot__", "x: Optional[str], y: NoneType", "x is not y", [(x, None) for x in (None, "a")]),
    ("format", "s: str, x: float, y: Optional[int]", "s.format(x, y)", [(s, 0.1, y) for s in ("{}", "{} {}", "a{}b{}c", "{} {} {}", "{{}} {}", "{:.2f}") for y in (None, 3)]),
    ("percentFormat", "s: str, x: float, y: int", "s % (x, y)", [(s, x, 3) for s in ("%s %d", "%f%%%e", "%E %i", "%F %c", "%d %s %s", "%s", "%x %d", "%", "%s %") for x in (-2.7, 1 / 3, 1e20)]),
    ("percentFormat", "s: str, x: str", "s % x", [(s, x) for s in ("%s", "%c", "%d") for x in ("a", "ab")]),
    ("str", "x: Dict[str, List[float]]", "str(x)", [({"a": [1.0, 0.5], "b": []},)]),
    ("str", "x: Tuple[int, str]", "str(x)", [((1, "it's"),)]),
    ("str", "x: Tuple[bool]", "str(x)", [((True,),)]),
    ("str", "x: List[Optional[str]]", "str(x)", [(["\n", None],)]),
    ("str", "x: complex", "str(x)", [(1 + 2j,), (-1.5 - 0.5j,)]),
    ("str", "x: torch.device", "str(x)", [(torch.device("cuda:1"),)]),
    ("str", "x: Tensor", "str(x)", [(torch.tensor(3),), (torch.tensor(True),)]),
]  # fmt: skip


def compiled(tmp_path: Path, parameters: str, expression: str) -> Callable[..., Any]:
    """The value of an expression, and what became of the first parameter."""
    path = tmp_path / "scripted_case.py"
    head = "import torch\nfrom torch import Tensor\nfrom typing import *\n\nNoneType = type(None)\n"
    first = parameters.partition(":")[0]
    path.write_text(f"{head}def call({parameters}):\n    return {expression}, {first}\n", "utf-8")
    spec = importlib.util.spec_from_file_location("scripted_case", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return torch.jit.script(module.call)


@pytest.mark.parametrize(
    "name,parameters,expression,values", CALLS, ids=lambda x: x[:40] if isinstance(x, str) else ""
)
def test_call(
    name: str, parameters: str, expression: str, values: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    theirs = compiled(tmp_path, parameters, expression)
    own = SCRIPT["script.tensor." + name if "Tensor" in parameters else "script." + name]
    assert name in theirs.code or name == "__getitem__"
    for arguments in values:
        wanted = outcome(theirs, arguments)  # of copies of lists and dicts
        made = outcome(own, arguments)
        assert made[0] == wanted[0], (arguments, made[1], wanted[1])
        if wanted[0]:
            result = None if wanted[1][0] == () else wanted[1][0]
            assert same((made[1], arguments[0]), (result, wanted[1][1])), (
                arguments,
                made[1],
                wanted[1],
            )


@settings(deadline=None, max_examples=300)
@given(st.floats() | st.integers(-(2**63), 2**63 - 1).map(float))
def test_text_of_float(x: float) -> None:
    assert SCRIPT["script.str"](x) == text_of_float(x)


@torch.jit.script
def text_of_float(x: float) -> str:
    return str(x)


def test_raised_classes() -> None:
    for name in ("ValueError", "KeyError", "RuntimeError", "NotImplementedError", "IndexError"):
        with pytest.raises(getattr(builtins, name)):
            SCRIPT["script.prim.RaiseException"]("text", "builtins." + name)
    for cls in (None, "__torch__.Failure"):
        with pytest.raises(RuntimeError, match="^AssertionError: text$"):
            SCRIPT["script.prim.RaiseException"]("AssertionError: text", cls)
