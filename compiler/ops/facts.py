"""Reads the records of operators: TableGen's of compiler/ops, and the decorators of the prelude.

A record is a dict of texts and lists, the same keys for each kind. What a record says that nobody
knows, or does not say and has to, ends the program with FILE:LINE, and so the build.
"""

from __future__ import annotations

import ast
import pathlib
import re
import sys
from typing import Any, NoReturn

HEADER = pathlib.Path(__file__).with_name("OperatorTable.h")
TEXTS = ("summary", "description", "schema", "shape", "gradient", "kernel")
LISTS = ("spellings", "examples", "rejects")
FLAGS = ("aliases", "numbers", "checked", "nonEmpty", "divides", "restores")
DECORATOR_ONLY = {"summary", "description", "schema", "spellings"}  # said by the function itself
LETTERS = {
    "Lith_Tensor": "t",
    "Lith_TensorLike": "t",
    "I64": "i",
    "F64": "f",
    "I1": "b",
    "Lith_BoxType": "B",
    "Lith_ListType": "l",
    "Lith_TupleType": "u",
}
ARRAYS = {"I64": "P", "Lith_Tensor": "T"}
SHAPES = {
    r"like (?P<tensor>\d+)": "Like",
    r"sizes (?P<size>\d+)": "Sizes",
    r"size (?P<size>\d+)": "Size",
    r"vector": "Vector",
    r"like (?P<tensor>\d+), size (?P<size>\d+) at (?P<dim>\d+)": "Along",
    r"like (?P<tensor>\d+), 1 at (?P<dim>\d+)": "Along",
    r"like (?P<tensor>\d+), any rows": "Rows",
    r"like (?P<tensor>\d+), padded by (?P<size>\d+)": "Padded",
    r"like (?P<tensor>\d+), sizes of (?P<size>\d+) at (?P<dim>\d+)": "Selected",
    r"joined from (?P<tensor>\d+) at (?P<dim>\d+)": "Joined",
}


def fail(place: str, text: str) -> NoReturn:
    sys.exit(f"{place}: {text}")


def camel(name: str) -> str:
    """`in_place` of a decorator is the key `inPlace`."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def words() -> dict[str, dict[str, str]]:
    """For each key with a choice of words: the enumerator of OperatorTable.h for each word."""
    result = {}
    text = re.sub(r"//.*", "", HEADER.read_text(encoding="utf-8"))
    for name, body in re.findall(r"^enum class (\w+) : uint8_t \{(.*?)\};", text, re.S | re.M):
        values = re.findall(r"\w+", body)
        snake = {re.sub(r"(?<!^)(?=[A-Z])", "_", v).lower(): f"{name}::{v}" for v in values}
        result[name[0].lower() + name[1:]] = snake
    return result


WORDS = words()


def shape_rule(place: str, text: str) -> str:
    """The ShapeRule of `like 0, size 2 at 1`, as C++."""
    for pattern, kind in SHAPES.items():
        if match := re.fullmatch(pattern, text):
            fields = match.groupdict()
            if kind == "Along":
                fields.setdefault("size", "-1")
            order = [f".{k} = {fields[k]}" for k in ("tensor", "size", "dim") if k in fields]
            return f"{{.kind = ShapeRule::Kind::{kind}" + "".join(f", {o}" for o in order) + "}"
    fail(place, f"no shape is called {text!r}")


def checked(record: dict[str, Any]) -> dict[str, Any]:
    """The record, whose keys and words are known."""
    place = f"{record['place']}: {record['name']}"
    # What Python's own functions do, Python's documentation says.
    of_tensors = any(s.startswith(("torch.", "Tensor.", "aten.")) for s in record["spellings"])
    for key in ("summary", "schema"):
        if not record[key] and (of_tensors or record["kind"] != "Composite"):
            fail(place, f"no {key}")
    for key, known in WORDS.items():
        if (word := record.get(key)) is not None and word not in known:
            fail(place, f"{key} {word!r} is none of {', '.join(known)}")
    if record.get("shape"):
        record["shapeRule"] = shape_rule(place, record["shape"])
    return record


def letter(dump: dict[str, Any], type_name: str) -> str:
    """How functions.def writes the type of an operand or result."""
    record = dump[type_name]
    if "Variadic" in record["!superclasses"]:
        return ARRAYS.get(record["baseType"]["def"], "?")
    return LETTERS.get(type_name, "?")


def operand_letters(arguments: str) -> str:
    """Without the counts: of an array, the nearest `i` before it, where no other array has it."""
    letters: list[str] = []
    for each in arguments:
        if each in ARRAYS.values():
            for place in reversed(range(len(letters))):
                if letters[place] in ARRAYS.values():
                    break
                if letters[place] == "i":
                    del letters[place]
                    break
        letters.append(each)
    return "".join(letters)


def check_calls(dump: dict[str, Any], functions: dict[str, str]) -> None:
    """Each operation that calls the runtime has the operands and the result of its function."""
    for key in dump["!instanceof"]["Lith_RuntimeCall"]:
        record = dump[key]
        name, place = record["opName"], f"compiler/ops/{record['!locs'][0]}"
        if name not in functions:
            fail(place, f"{name} is no function of the runtime")
        letters = [
            "".join(letter(dump, argument["def"]) for argument, _ in record[part]["args"])
            for part in ("arguments", "results")
        ]
        result, _, arguments = functions[name].partition(":")
        if (letters[0], letters[1] or "v") != (operand_letters(arguments), result):
            fail(place, f"{name} is {result}({arguments}) in functions.def")


def primitives(dump: dict[str, Any], functions: dict[str, str]) -> list[dict[str, Any]]:
    """The primitives' records, with the fields that every consumer reads."""
    check_calls(dump, functions)
    result = []
    for key in dump["!instanceof"]["Lith_OperatorFacts"]:
        record = dump[key]
        is_operation = "Op" in record["!superclasses"]
        runtime = "Lith_RuntimeOp" in record["!superclasses"]
        name = record["opName"] if is_operation else key.removeprefix("Lith_")
        place = f"compiler/ops/{record['!locs'][0]}"
        callees = record["callees"] or ([name] if runtime else [])
        for callee in callees:
            if callee not in functions:
                fail(place, f"{callee} is no function of the runtime")
        if not record["dtypeRule"]:
            fail(place, f"{name}: no dtypeRule")
        facts = {k: record[k] for k in (*TEXTS, *LISTS, *FLAGS, *WORDS)}
        facts["shapeText"] = record["shapeRule"]
        kind = "Runtime" if runtime else "Operation" if is_operation else "Staged"
        result.append(
            checked(facts | {"name": name, "kind": kind, "callees": callees, "place": place})
        )
    return result


def decorator(path: pathlib.Path, node: ast.FunctionDef) -> dict[str, Any]:
    """What `@operator(spellings..., key=value)` says."""
    call = node.decorator_list[0]
    place = f"prelude/{path}:{call.lineno}"
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)) or (
        call.func.id != "operator" or len(node.decorator_list) > 1
    ):
        fail(place, "a function of the prelude has one decorator, @operator(...)")
    facts: dict[str, Any] = {"place": place, "spellings": [ast.literal_eval(a) for a in call.args]}
    known = {*TEXTS, *LISTS, *FLAGS, *WORDS} - DECORATOR_ONLY
    for keyword in call.keywords:
        key = camel(keyword.arg or "**")
        if key not in known:
            fail(f"prelude/{path}:{keyword.value.lineno}", f"no key is called {keyword.arg}")
        facts[key] = ast.literal_eval(keyword.value)
    return facts


def composites(files: dict[pathlib.Path, ast.Module]) -> list[dict[str, Any]]:
    """The prelude's operators, in the order of the files."""
    result = []
    for path, tree in files.items():
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
                continue
            summary, _, description = (ast.get_docstring(node) or "").partition("\n")
            facts = {"examples": [], "rejects": [], "callees": [], "file": path.as_posix()}
            facts |= {"name": node.name, "kind": "Composite", "summary": summary}
            facts["description"] = description.strip()
            facts["schema"] = f"{node.name}({ast.unparse(node.args)})"
            result.append(checked(facts | decorator(path, node)))
    return result


def prelude(directory: pathlib.Path, primitive_names: set[str]) -> dict[pathlib.Path, ast.Module]:
    """The prelude's files by their paths in it, one namespace: each function has a name of its own.
    Primitives that they call exist."""
    files = {}
    owner: dict[str, pathlib.Path] = {}
    for file in sorted(directory.rglob("*.py")):
        path = file.relative_to(directory)
        try:
            files[path] = ast.parse(file.read_text(encoding="utf-8"), str(file))
        except SyntaxError as error:
            fail(f"prelude/{path}:{error.lineno}", str(error.msg))
        for node in files[path].body:
            if isinstance(node, ast.FunctionDef):
                if other := owner.get(node.name):
                    fail(f"prelude/{path}:{node.lineno}", f"{node.name} is also in {other}")
                owner[node.name] = path
        for part in ast.walk(files[path]):
            if (
                isinstance(part, ast.Attribute)
                and isinstance(part.value, ast.Name)
                and part.value.id == "prim"
                and part.attr not in primitive_names
            ):
                fail(f"prelude/{path}:{part.lineno}", f"no primitive is called {part.attr}")
    return files
