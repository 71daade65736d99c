"""The graph of a program as objects: values, nodes and blocks, read when they are asked for."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

from . import _lith


class Value:
    """What a node gives or a block takes.

    Attributes:
        name: as in the text, ``%4``.
        type: as in the text, ``tensor<?xf32>``; a ``?`` is a size that only run time knows.
        node: the node that gives it; None: it is an argument of a block.
    """

    def __init__(self, name: str, type: str, node: Node | None) -> None:
        self.name, self.type, self.node = name, type, node

    def __repr__(self) -> str:
        return f"{self.name} : {self.type}"


class Node:
    """An operation.

    Attributes:
        kind: its name, ``lith.add``.
        inputs: the values that it takes, without those that it hands to blocks.
        outputs: the values that it gives.
        attributes: what is known of it beside values, each as text.
        successors: of the last node of a block: the blocks that may follow, each with the values
            that it hands to the block's inputs.
        blocks: those within it, of a fused kernel.
        location: the line of the source, ``model.py:12``; "" where there is none.
    """

    def __init__(self, kind: str, attributes: dict[str, str], location: str) -> None:
        self.kind, self.attributes, self.location = kind, attributes, location
        self.inputs: list[Value] = []
        self.outputs: list[Value] = []
        self.successors: list[tuple[Block, list[Value]]] = []
        self.blocks: list[Block] = []

    def find(self, kind: str) -> list[Node]:
        """The nodes of a kind within it; ``add`` and ``lith.add`` are one kind."""
        return [node for block in self.blocks for node in block.find(kind)]

    def __repr__(self) -> str:
        given = ", ".join(value.name for value in self.outputs)
        taken = ", ".join(value.name for value in self.inputs)
        return f"{given} = {self.kind}({taken})" if given else f"{self.kind}({taken})"


class Block:
    """Nodes that run one after the other.

    Attributes:
        name: ``^bb2``.
        inputs: the values that whoever goes there hands over.
        nodes: the last one says what follows.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.inputs: list[Value] = []
        self.nodes: list[Node] = []

    def find(self, kind: str) -> list[Node]:
        """The nodes of a kind in it, also within others; ``add`` and ``lith.add`` are one kind."""
        return [node for node in _walk(self.nodes) if kind in (node.kind, _short(node.kind))]

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.inputs))})"


class Function:
    """A function of a program: ``main`` is the program itself.

    Attributes:
        name: as in the text.
        results: the types of what it returns.
        blocks: the first one is where it begins.
    """

    def __init__(self, name: str, results: list[str], blocks: list[Block]) -> None:
        self.name, self.results, self.blocks = name, results, blocks


class Graph:
    """The graph of one compiled program, before the compiler's passes; ``str`` is its text.

    It prints with the line of the source behind each operation. A program whose branches depend on
    what only run time knows has several blocks.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<lith graph of {len(self.nodes)} nodes>"

    def __contains__(self, text: str) -> bool:
        """Whether the text holds this one."""
        return text in self._text

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Graph) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    @functools.cached_property
    def functions(self) -> list[Function]:
        """The program, ``main``, and the functions that it calls or makes nodes of gradients of."""
        return functions_of(self._text, compiled=False)

    @property
    def blocks(self) -> list[Block]:
        """The blocks of the program."""
        return next(f.blocks for f in self.functions if f.name == "main")

    @property
    def nodes(self) -> list[Node]:
        """The nodes of all blocks of the program."""
        return [node for block in self.blocks for node in block.nodes]

    @property
    def inputs(self) -> list[Value]:
        """What the program is given: arguments, and what it reads from outside."""
        return self.blocks[0].inputs

    @property
    def outputs(self) -> list[Value]:
        """What it returns, at the first place that does; none: it always raises."""
        returns = self.find("return")
        return returns[0].inputs if returns else []

    def find(self, kind: str) -> list[Node]:
        """The nodes of a kind, in all blocks; ``add`` and ``lith.add`` are one kind."""
        return [node for block in self.blocks for node in block.find(kind)]

    def to_dot(self) -> str:
        """The program as a graph of Graphviz: a box for each block, an arrow for each value."""
        return _dot(self.blocks)


def functions_of(text: str, *, compiled: bool) -> list[Function]:
    """The functions of a graph, as staged or, `compiled`, as code is made of them."""
    described = json.loads(_lith.describe_graph(text, compiled))
    return [
        Function(each["name"], each["results"], _blocks(each["blocks"], {})) for each in described
    ]


def _blocks(described: list[dict[str, Any]], values: dict[str, Value]) -> list[Block]:
    blocks = {each["name"]: Block(each["name"]) for each in described}
    pending = []
    for each in described:
        block = blocks[each["name"]]
        block.inputs = [_value(pair, None, values) for pair in each["arguments"]]
        for one in each["nodes"]:
            node = Node(one["kind"], one["attributes"], one["location"])
            node.outputs = [_value(pair, node, values) for pair in one["results"]]
            block.nodes.append(node)
            pending.append((node, one))
    for node, one in pending:  # values of a block may come from one that stands behind it
        node.inputs = [values[name] for name in one["operands"]]
        node.successors = [
            (blocks[to], [values[name] for name in v]) for to, v in one["successors"]
        ]
        node.blocks = [block for region in one["regions"] for block in _blocks(region, values)]
    return list(blocks.values())


def _value(pair: list[str], node: Node | None, values: dict[str, Value]) -> Value:
    made = values[pair[0]] = Value(pair[0], pair[1], node)
    return made


def _walk(nodes: list[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        for block in node.blocks:
            yield from _walk(block.nodes)


def _short(kind: str) -> str:
    return kind.rpartition(".")[2]


def _dot(blocks: list[Block]) -> str:
    names: dict[int, str] = {}  # of values, by the node or block that has them
    lines = ["digraph program {", "  node [shape=box, fontname=monospace];"]
    edges = []
    for number, block in enumerate(blocks):
        lines += [f"  subgraph cluster_{number} {{", f'    label="{block.name}";']
        start = f"b{number}"
        lines.append(f'    {start} [label="{_quoted(repr(block))}", shape=plaintext];')
        names.update((id(value), start) for value in block.inputs)
        for index, node in enumerate(block.nodes):
            name = f"n{number}_{index}"
            names.update((id(value), name) for value in node.outputs)
            label = _short(node.kind) + (f"\\n{node.location}" if node.location else "")
            lines.append(f'    {name} [label="{_quoted(label)}"];')
        lines.append("  }")
    for number, block in enumerate(blocks):
        for index, node in enumerate(block.nodes):
            name = f"n{number}_{index}"
            edges += [f"  {names[id(v)]} -> {name};" for v in node.inputs if id(v) in names]
            for to, _ in node.successors:
                edges.append(f"  {name} -> b{blocks.index(to)} [style=dashed];")
    return "\n".join([*lines, *edges, "}"]) + "\n"


def _quoted(text: str) -> str:
    return text.replace('"', '\\"')
