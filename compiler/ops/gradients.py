"""Holds the records of operators to what they say of gradients.

A rule is a function of prelude/gradients. Its parameters are found by their names: `grad` or
`grads`, `needs`, `result` or `results`, and any parameter of its operator.
"""

from __future__ import annotations

import ast
import pathlib
import re
from typing import Any

import facts

WORDS = ("zero", "none", "view")
RESULTS = r"-> \(?Tensor"


def tensors(record: dict[str, Any], function: ast.FunctionDef | None) -> list[str]:
    """The parameters that hold tensors or lists of them: the schema says so of a primitive, the
    annotations of a composite."""
    if function is None:
        return re.findall(r"\b(?:Tensor|Index|Mask)[\[\]?]* (\w+)", record["schema"])
    parameters = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return [
        each.arg
        for each in parameters
        if each.annotation is not None and "Tensor" in ast.unparse(each.annotation)
    ]


def parameters(record: dict[str, Any], function: ast.FunctionDef | None) -> set[str]:
    """The names of all parameters of an operator."""
    if function is None:
        return set(re.findall(r"(\w+)[,)]", record["schema"].partition(" ->")[0]))
    return {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}


def check_rule(record: dict[str, Any], rule: ast.FunctionDef, known: set[str]) -> None:
    """The rule asks for what its caller has."""
    place = f"{record['place']}: {record['name']}"
    asked = {each.arg for each in ast.walk(rule.args) if isinstance(each, ast.arg)}
    for one, several in (("grad", "grads"), ("result", "results")):
        if {one, several} <= asked:
            facts.fail(place, f"{rule.name} has {one} and {several}")
    if not asked & {"grad", "grads"}:
        facts.fail(place, f"{rule.name} has neither grad nor grads")
    for name in sorted(asked - {"grad", "grads", "needs", "result", "results"} - known):
        facts.fail(place, f"{rule.name} asks for {name}, which is no parameter")


def check(records: list[dict[str, Any]], files: dict[pathlib.Path, ast.Module]) -> None:
    """Adds `tensors` to the records that name a rule."""
    functions = {
        node.name: node
        for tree in files.values()
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    for record in records:
        place = f"{record['place']}: {record['name']}"
        name = record.get("gradient", "")
        if record["kind"] != "Composite" and not name and re.search(RESULTS, record["schema"]):
            facts.fail(place, "no gradient")
        if not name or name in WORDS:
            continue
        if name not in functions:
            facts.fail(place, f"gradient {name!r} is no function of the prelude, nor {WORDS}")
        own = functions[record["name"]] if record["kind"] == "Composite" else None
        check_rule(record, functions[name], parameters(record, own))
        record["tensors"] = tensors(record, own)
        if not record["tensors"]:
            facts.fail(place, "no parameter is annotated as Tensor")
