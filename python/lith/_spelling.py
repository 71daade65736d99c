"""Values and operations of a graph as expressions like Python's."""

from __future__ import annotations

import re

from ._graph import Node, Value

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "truediv": "/", "floordiv": "//", "mod": "%",
    "pow": "**", "band": "&", "bor": "|", "bxor": "^", "shl": "<<", "shr": ">>", "matmul": "@",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip
_PREFIX = {"neg": "-", "invert": "~", "lnot": "not "}
_ELEMENTS = {
    "i1": "bool", "i8": "int8", "ui8": "uint8", "i16": "int16", "i32": "int32", "i64": "int64",
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "complex<f32>": "complex64", "complex<f64>": "complex128",
}  # fmt: skip
_SCALARS = {"i1": "bool", "i64": "int", "f64": "float"}
_MACHINERY = {"operandSegmentSizes", "leaf_port", "safe", "owned", "segments", "kind", "callee"}


class Spelling:
    """Names of values; a constant stands where it is used, a box for what is in it."""

    def name(self, value: Value) -> str:
        """``v4`` of ``%4``, ``arg0`` of ``%arg0``."""
        plain = value.name[1:].replace("#", "_")
        return plain if plain.startswith("arg") else f"v{plain}"

    def of(self, value: Value) -> str:
        """A value where it is used."""
        node = value.node
        if node is not None and node.kind == "lith.constant":
            return _constant(node.attributes["value"])
        if node is not None and node.kind in ("lith.box", "lith.unbox"):
            return self.of(node.inputs[0])
        return self.name(value)

    def expression(self, node: Node) -> str:
        """What an operation computes, or does."""
        short = node.kind.rpartition(".")[2]
        words = [self.of(value) for value in node.inputs]
        kind = node.attributes.get("kind", node.attributes.get("predicate", "")).strip('"')
        if short in ("check", "raise"):
            return self._raising(node, short, words)
        if short in ("binary", "compare", "cmp", "unary"):
            short = kind
        if short == "choose":
            return f"{words[1]} if {words[0]} else {words[2]}"
        if short == "dim":
            return f"{words[0]}.shape[{_plain(node.attributes['dim'])}]"
        if short in _INFIX and len(words) == 2:
            return f"{words[0]} {_INFIX[short]} {words[1]}"
        if short in _PREFIX and len(words) == 1:
            return _PREFIX[short] + words[0]
        if short == "rt":
            short = node.attributes["callee"].strip('"')
        return f"{short}({', '.join([*words, *self._facts(node)])})"

    def _raising(self, node: Node, short: str, words: list[str]) -> str:
        if short == "raise":
            return f"raise {words[0]}"
        message = _constant(node.attributes["message"])
        filled = f"{message}.format({', '.join(words[1:])})" if words[1:] else message
        name = node.attributes["exception"].strip('"')
        return f"if not ({words[0]}): raise {name}({filled})"

    def _facts(self, node: Node) -> list[str]:
        return [
            f"{name}={_plain(value)}"
            for name, value in node.attributes.items()
            if name not in _MACHINERY and "dense" not in value
        ]


def parameters(values: list[Value]) -> str:
    """The parameters of a function, with their types."""
    spelling = Spelling()
    return ", ".join(f"{spelling.name(value)}: {type_text(value.type)}" for value in values)


def type_text(text: str) -> str:
    """A type of the graph: ``float32[_, 3]`` of ``tensor<?x3xf32>``, ``int`` of ``i64``."""
    found = re.fullmatch(r"tensor<((?:(?:\?|\d+)x)*)(.+)>", text)
    if found:
        sizes = ", ".join(found[1].replace("?", "_").split("x")[:-1])
        return f"{_ELEMENTS.get(found[2], found[2])}[{sizes or '()'}]"
    return _SCALARS.get(text, text.removeprefix("!lith."))


def _constant(text: str) -> str:
    """A literal of Python for an attribute."""
    if text.startswith('"'):
        raw = re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), text[1:-1].encode())
        return repr(raw.replace(b'\\"', b'"').replace(b"\\\\", b"\\").decode("utf-8", "replace"))
    if text == "unit":
        return "None"
    return _plain(text)


def _plain(text: str) -> str:
    """Without the type of a number, and as Python writes it."""
    if text in ("true", "false"):
        return text.capitalize()
    array = re.fullmatch(r"array<\w+(?:: (.*))?>", text)
    if array:
        return f"[{array[1] or ''}]"
    number = re.fullmatch(r"([^\s\"]+) : (\w+)", text)
    if number is None:
        return text
    if number[2].startswith(("f", "bf")):
        try:
            return repr(float(number[1]))
        except ValueError:  # a NaN or infinity in bits
            return number[1]
    return number[1]
