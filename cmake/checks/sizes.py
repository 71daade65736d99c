"""Holds functions and classes small, by the syntax tree of each C++ file.

  S1  a function has at most 80 lines, its lambdas and local classes included
  S2  a class of the compiler has at most 60 public functions, beside what it overrides
LARGE lists the functions that are still over it. It is strict: an entry that is no longer needed
fails as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

FUNCTION_LINES = 80
PUBLIC_FUNCTIONS = 60
LARGE: set[tuple[str, str]] = set()
PARSER = Parser(Language(tree_sitter_cpp.language()))
CLASSES = ("class_specifier", "struct_specifier")


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.named_children:
        yield from walk(child)


def text(node: Node | None) -> str:
    return node.text.decode() if node and node.text else ""


def declarator_of(node: Node) -> Node | None:
    """The `f(int)` of a declaration of a function, behind `*` and `&`; None: it is none."""
    found = node.child_by_field_name("declarator")
    while found and found.type in ("pointer_declarator", "reference_declarator"):
        # The grammar names no field in a reference.
        found = found.child_by_field_name("declarator") or found.named_children[-1]
    return found if found and found.type == "function_declarator" else None


def name_of(function: Node) -> str:
    """Without namespace and class."""
    declarator = declarator_of(function)
    return text(declarator and declarator.child_by_field_name("declarator")).rpartition("::")[2]


def lines_of(node: Node) -> int:
    return node.end_point.row - node.start_point.row + 1


def public_functions(cls: Node) -> int:
    body = cls.child_by_field_name("body")
    is_public, count = cls.type == "struct_specifier", 0
    for member in body.named_children if body else ():
        if member.type == "access_specifier":
            is_public = text(member) == "public"
        if member.type == "template_declaration":
            member = member.named_children[-1]
        declarator = declarator_of(member)
        overrides = declarator and text(declarator).endswith(("override", "final"))
        count += bool(is_public and declarator and not overrides)
    return count


def check_file(path: Path, place: str, large: set[tuple[str, str]]) -> list[str]:
    """Each breach as FILE:LINE: rule; adds the functions that are too long to `large`."""
    found = []
    for node in walk(PARSER.parse(path.read_bytes()).root_node):
        where = f"{place}:{node.start_point.row + 1}"
        if node.type == "function_definition" and lines_of(node) > FUNCTION_LINES:
            large.add((place, name_of(node)))
            if (place, name_of(node)) not in LARGE:
                found.append(f"{where}: S1: {name_of(node)} has {lines_of(node)} lines")
        elif node.type in CLASSES and place.startswith("compiler/"):
            if (count := public_functions(node)) > PUBLIC_FUNCTIONS:
                name = text(node.child_by_field_name("name"))
                found.append(f"{where}: S2: {name} has {count} public functions")
    return found


def check_sizes(root: Path) -> list[str]:
    found: list[str] = []
    large: set[tuple[str, str]] = set()
    for top in ("compiler", "runtime", "python/bindings", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                found += check_file(path, path.relative_to(root).as_posix(), large)
    return found + [f"{file}:1: S1: {name} is short" for file, name in sorted(LARGE - large)]
