"""Operators against PyTorch: every expression of table.py on every input of its family."""

from __future__ import annotations

import importlib.util

import pytest
import torch

from language.harness import Call
from language.snapshot import differences, picture
from ops.table import FAMILIES

pytestmark = pytest.mark.generated

TOLERANCE = {torch.float16: 2e-3, torch.bfloat16: 2e-2}
SUMS = 2e-5  # of products: relative to the result, whose terms may cancel


def parameters():
    for family, (texts, _) in FAMILIES.items():
        for text in texts:
            yield pytest.param(family, text, id=f"{family}: {text}")


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """All expressions as functions of one file, by family and text."""
    places = {}
    lines = ["import torch", ""]
    for family, (texts, inputs) in FAMILIES.items():
        for text in texts:
            name = f"f{len(places)}"
            lines += [
                f"def {name}({', '.join('xyz'[: len(inputs[0])])}):",
                f"    return {text}",
                "",
            ]
            places[family, text] = name
    file = tmp_path_factory.mktemp("ops") / "operators_under_test.py"
    file.write_text("\n".join(lines), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("operators_under_test", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {key: getattr(module, name) for key, name in places.items()}


def outcome(fn, args):
    """Picture of arguments and result, or the class of the exception."""
    call = Call(*[a.clone() for a in args])
    try:
        result = fn(*call.args)
    except (RuntimeError, IndexError, TypeError, ValueError, ZeroDivisionError) as e:
        if type(e).__name__ == "CompileError":
            raise
        return type(e).__name__
    return picture({"args": list(call.args), "result": result})


def compare(args, eager, other, least: float = 2e-6) -> list[str]:
    if isinstance(eager, str) or isinstance(other, str):
        return [] if eager == other else [f"{other}, eager {eager}"]
    return differences(eager, other, max([TOLERANCE.get(a.dtype, least) for a in args] + [least]))


@pytest.mark.parametrize(("family", "text"), parameters())
def test_operator(functions, family: str, text: str) -> None:
    import lith

    fn = functions[family, text]
    program = lith.to_static(fn)
    said = []
    for args in FAMILIES[family][1]:
        least = SUMS if family in {"matrix", "signals", "systems", "images"} else 2e-6
        found = compare(args, outcome(fn, args), outcome(program, args), least)
        shown = ", ".join(f"{str(a.dtype)[6:]}{list(a.shape)}" for a in args)
        said += [f"{shown}: {line[:300]}" for line in found]
    assert not said, f"\n{text}\n" + "\n".join(said)
