"""Whether code of TorchScript changes a list or dict that it has not made."""

from __future__ import annotations

import ast
import collections

_MUTATING = frozenset(
    ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "_set_item",
     "Delete", "setdefault", "popitem", "update")
)  # fmt: skip
# Operators on lists and dicts that give one of their own.
# No facts: TorchScript's operators on them have no records.
_MAKING = frozenset(
    ("add", "chunk", "copy", "dict", "items", "keys", "list", "mul", "size", "slice", "sorted",
     "split", "split_with_sizes", "tensor_split", "unbind", "values")
)  # fmt: skip


def mutates_what_it_got(function: ast.FunctionDef) -> bool:
    """Whether it changes a container that it reads of an object, or that it is passed.

    Names of the code are assigned on each path, and containers in them are known by what is
    assigned.
    """
    assigned: dict[str, list[ast.expr]] = collections.defaultdict(list)
    changed: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned[node.targets[0].id].append(node.value)
        if isinstance(node, ast.Call) and _operator(node) in _MUTATING and node.args:
            changed.append(node.args[0])
    return not all(_is_own(each, assigned, frozenset()) for each in changed)


def _operator(call: ast.Call) -> str:
    """`append` of `torch.append(x, 1)`; empty for a function of the code."""
    package, _, name = ast.unparse(call.func).rpartition(".")
    return name if package == "torch" else ""


def _is_own(value: ast.expr, assigned: dict[str, list[ast.expr]], seen: frozenset[str]) -> bool:
    if isinstance(value, ast.Name):
        if value.id in seen:
            return True
        known, looked = assigned.get(value.id, []), seen | {value.id}
        return bool(known) and all(_is_own(each, assigned, looked) for each in known)
    if isinstance(value, ast.Call):
        called = value.func.id if isinstance(value.func, ast.Name) else ""
        if called in ("annotate", "unchecked_cast"):
            return _is_own(value.args[1], assigned, seen)
        return called == "uninitialized" or _operator(value) in _MAKING
    return isinstance(value, (ast.List, ast.Dict, ast.ListComp, ast.DictComp))
