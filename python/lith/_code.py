"""The program that runs, as text like Python's: `Program.code`.

It is for reading. Values have numbers for names, a fused kernel is a function of its own, memory
management and polls for signals are left out. Where ways cross so that no `if` and no loop says it,
``goto`` stands there.
"""

from __future__ import annotations

from ._flow import Flow
from ._graph import Block, Function, Node, Value, functions_of
from ._spelling import Spelling, parameters, type_text

Loops = list[tuple[Block, Block | None]]  # those around: the first block, and what follows
_QUIET = {"retain", "release", "poll", "constant", "box", "unbox", "yield", "return", "br"}


def code_of(text: str, name: str) -> str:
    """The text of a program from that of its graph.

    Args:
        name: what the program is called in it.

    Raises:
        RuntimeError: the graph is of another version.
    """
    if not text:
        return ""
    functions = functions_of(text, compiled=True)
    parts: list[str] = []
    kernels: list[str] = []
    for function in functions:
        plain = name if name.isidentifier() else "program"
        writer = _Writer(plain if function.name == "main" else function.name, function, kernels)
        parts.append(writer.text())
    return "\n\n".join([*kernels, *parts])


class _Writer:
    """Writes one function."""

    def __init__(self, name: str, function: Function, kernels: list[str]) -> None:
        self.name, self.function, self.kernels = name, function, kernels
        self.lines: list[str] = []
        self.spelling = Spelling()
        self.done: set[Block] = set()
        self.labels: set[Block] = set()

    def text(self) -> str:
        blocks = self.function.blocks
        results = ", ".join(map(type_text, self.function.results)) or "None"
        if len(self.function.results) > 1:
            results = f"tuple[{results}]"
        head = f"def {self.name}({parameters(blocks[0].inputs)}) -> {results}:" if blocks else ""
        if not blocks:
            return f"def {self.name}(...) -> {results}: ...  # is compiled when it is asked for\n"
        self.flow = Flow(blocks)
        self.follow(blocks[0], None, [], 1)
        named = {f"@{block.name}": block for block in self.labels}
        body = [
            line.replace("@", "# ") if line.strip() in named else line
            for line in self.lines
            if not line.strip().startswith("@^") or line.strip() in named
        ]
        return "\n".join([head, *(body or ["    pass"])]) + "\n"

    def line(self, depth: int, text: str, node: Node | None = None) -> None:
        where = f"  # {node.location}" if node and node.location else ""
        self.lines.append("    " * depth + text + where)

    def follow(
        self,
        at: Block | None,
        stop: Block | None,
        loops: Loops,
        depth: int,
    ) -> None:
        """Writes what begins at a block, up to `stop`, within loops (header, what follows it)."""
        while at is not None and at is not stop:
            if at in self.done and not self.flow.is_tail(at):
                self.labels.add(at)
                return self.line(depth, f"goto {at.name[1:]}")
            if at in self.flow.loops and all(at is not header for header, _ in loops):
                after = self.flow.after_loop(at, loops[-1][0] if loops else None)
                self.line(depth, "while True:")
                self.follow(at, None, [*loops, (at, after)], depth + 1)
                if self.lines[-1] == "    " * (depth + 1) + "continue":
                    del self.lines[-1]
                at = self.jump(after, stop, loops, depth) if after else None
                continue
            self.done.add(at)
            self.line(depth, f"@{at.name}")
            for node in at.nodes:
                self.write(node, depth)
            at = self.leave(at, stop, loops, depth)

    def leave(self, block: Block, stop: Block | None, loops: Loops, depth: int) -> Block | None:
        """Writes the end of a block; gives the block that is written next at this depth."""
        node = block.nodes[-1]
        ways = node.successors
        if len(ways) < 2:
            if not ways:
                return None
            self.hand(ways[0], depth)
            return self.jump(ways[0][0], stop, loops, depth)
        meeting = self.flow.meeting(block)
        inner = loops[-1] if loops else None
        if inner and meeting and meeting not in self.flow.loops[inner[0]]:
            meeting = None
        condition = self.spelling.of(node.inputs[0]) if node.inputs else node.kind
        first, second = ways[0], ways[1]
        if len(ways) > 2:
            return self.cases(node, meeting, stop, loops, depth)
        is_short = [self.is_short(to, loops) for to, _ in ways]
        if meeting is None and is_short[1] and not is_short[0]:
            first, second, condition = second, first, f"not ({condition})"
        if meeting is None or any(is_short):
            if not is_short[0] and is_short[1] and meeting is not None:
                first, second, condition = second, first, f"not ({condition})"
            self.line(depth, f"if {condition}:", node)
            self.branch(first, meeting if not any(is_short) else stop, loops, depth + 1)
            self.hand(second, depth)
            return self.jump(second[0], stop, loops, depth)
        self.line(depth, f"if {condition}:", node)
        self.branch(first, meeting, loops, depth + 1)
        before = len(self.lines)
        self.line(depth, "else:")
        self.branch(second, meeting, loops, depth + 1)
        if self.lines[before + 1].strip() == "pass" and len(self.lines) == before + 2:
            del self.lines[before:]
        return meeting

    def cases(
        self, node: Node, meeting: Block | None, stop: Block | None,
        loops: Loops, depth: int,
    ) -> Block | None:  # fmt: skip
        self.line(depth, f"match {', '.join(map(self.spelling.of, node.inputs))}:", node)
        for number, way in enumerate(node.successors):
            self.line(depth + 1, f"case {number}:" if number else "case _:")
            self.branch(way, meeting, loops, depth + 2)
        return meeting

    def branch(
        self, way: tuple[Block, list[Value]], stop: Block | None,
        loops: Loops, depth: int,
    ) -> None:  # fmt: skip
        before = len(self.lines)
        self.hand(way, depth)
        self.follow(self.jump(way[0], stop, loops, depth), stop, loops, depth)
        if all(line.strip().startswith("@") for line in self.lines[before:]):
            self.line(depth, "pass")

    def jump(self, to: Block, stop: Block | None, loops: Loops, depth: int) -> Block | None:
        """The block to go on with; None: it is where the text leads anyhow, or a line says so."""
        if to is stop:
            return to
        if loops and to is loops[-1][0]:
            self.line(depth, "continue")
            return None
        if loops and to is loops[-1][1]:
            self.line(depth, "break")
            return None
        if any(to in pair for pair in loops):
            self.labels.add(to)
            self.line(depth, f"goto {to.name[1:]}")
            return None
        return to

    def is_short(self, to: Block, loops: Loops) -> bool:
        """Whether a way leaves at once: by an exception, or to the beginning or end of the loop."""
        return self.flow.ends_badly(to) or bool(loops and to in loops[-1])

    def hand(self, way: tuple[Block, list[Value]], depth: int) -> None:
        pairs = [
            (self.spelling.name(into), self.spelling.of(given))
            for into, given in zip(way[0].inputs, way[1], strict=True)
        ]
        pairs = [(into, given) for into, given in pairs if into != given]
        if pairs:
            into, given = (", ".join(each) for each in zip(*pairs, strict=True))
            self.line(depth, f"{into} = {given}")

    def write(self, node: Node, depth: int) -> None:
        kind = node.kind.rpartition(".")[2]
        if kind == "return":
            self.line(depth, f"return {', '.join(map(self.spelling.of, node.inputs))}".rstrip())
        if kind in _QUIET or kind in ("cond_br", "switch"):
            return
        if node.blocks:
            return self.write_kernel(node, depth)
        given = ", ".join(map(self.spelling.name, node.outputs))
        said = self.spelling.expression(node)
        self.line(depth, f"{given} = {said}" if given else said, node)

    def write_kernel(self, node: Node, depth: int) -> None:
        name = f"kernel{len(self.kernels)}"
        self.kernels.append(_kernel(name, node))
        given = ", ".join(map(self.spelling.name, node.outputs))
        taken = ", ".join(map(self.spelling.of, node.inputs))
        self.line(depth, f"{given} = {name}({taken})", node)


def _kernel(name: str, node: Node) -> str:
    """A fused kernel as a function: one loop over the elements, whatever it computes."""
    spelling = Spelling()
    block = node.blocks[0]
    kind = node.attributes.get("kind", '""').strip('"')
    lines = [f"@kernel({kind!r})", f"def {name}({parameters(block.inputs)}):"]
    for inner in block.nodes:
        short = inner.kind.rpartition(".")[2]
        if short in ("yield", "return"):
            lines.append(f"    return {', '.join(map(spelling.of, inner.inputs))}")
        elif short not in _QUIET:
            given = ", ".join(map(spelling.name, inner.outputs))
            where = f"  # {inner.location}" if inner.location else ""
            lines.append(f"    {given} = {spelling.expression(inner)}{where}")
    return "\n".join(lines) + "\n"
