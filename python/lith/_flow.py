"""Loops and branches of a program, found in its blocks: for the text that people read.

Blocks that only lead to an exception are left out when branches are matched, so that a check that
fails is an `if` of its own and not an `else` around the rest.
"""

from __future__ import annotations

from ._graph import Block


class Flow:
    """What follows what among the blocks of one function."""

    def __init__(self, blocks: list[Block]) -> None:
        self.order = _reverse_postorder(blocks[0])
        self.before: dict[Block, list[Block]] = {block: [] for block in self.order}
        for block in self.order:
            for after in successors(block):
                self.before[after].append(block)
        self._dominators = self._dominated(self.order, self.before)
        self.loops = self._find_loops()
        self._returning = self._reach_return()
        self._postdominators = self._postdominated()

    def ends_badly(self, block: Block) -> bool:
        """Whether what begins there never returns, where something in the function does."""
        return bool(self._returning) and block not in self._returning

    def meeting(self, block: Block) -> Block | None:
        """Where the ways from a block meet again; None: they do not."""
        found = self._postdominators.get(block, set()) - {block}
        return max(found, key=lambda b: len(self._postdominators[b]), default=None)

    def is_tail(self, block: Block) -> bool:
        """Whether nothing follows it and it is short, so that it may be written several times."""
        return not successors(block) and len(block.nodes) <= 8

    def after_loop(self, header: Block, around: Block | None) -> Block | None:
        """Where the ways out of a loop meet, but for those that leave the loop `around` it or the
        function; None: there are no others.
        """
        body = self.loops[header]
        out = [b for at in self.order if at in body for b in successors(at) if b not in body]
        out = [block for block in out if not self.ends_badly(block)]
        out = [block for block in out if not self.is_tail(block)] or out
        if around is not None:
            out = [block for block in out if block in self.loops[around]] or out
        common = [
            block
            for block in self.order
            if block not in body and all(block in self._postdominators[way] for way in out)
        ]
        return max(common, key=lambda b: len(self._postdominators[b])) if out and common else None

    def _find_loops(self) -> dict[Block, set[Block]]:
        loops: dict[Block, set[Block]] = {}
        for block in self.order:
            for header in successors(block):
                if header in self._dominators[block]:
                    body, pending = loops.setdefault(header, {header}), [block]
                    while pending:
                        at = pending.pop()
                        if at not in body:
                            body.add(at)
                            pending += self.before[at]
        return loops

    def _reach_return(self) -> set[Block]:
        pending = [block for block in self.order if block.nodes[-1].kind.endswith("return")]
        found: set[Block] = set()
        while pending:
            block = pending.pop()
            if block not in found:
                found.add(block)
                pending += self.before[block]
        return found

    def _postdominated(self) -> dict[Block, set[Block]]:
        kept = [b for b in reversed(self.order) if b in self._returning or not self._returning]
        after = {b: [a for a in successors(b) if a in kept] for b in kept}
        return self._dominated(kept, after)

    @staticmethod
    def _dominated(order: list[Block], before: dict[Block, list[Block]]) -> dict[Block, set[Block]]:
        """By which blocks each way to a block leads, itself included; `order` begins at entries."""
        found = {block: set(order) if before[block] else {block} for block in order}
        found[order[0]] = {order[0]} if order else set()
        changed = True
        while changed:
            changed = False
            for block in order:
                if before[block] and block is not order[0]:
                    new = set.intersection(*(found[each] for each in before[block])) | {block}
                    changed |= new != found[block]
                    found[block] = new
        return found


def successors(block: Block) -> list[Block]:
    """The blocks that may follow, each once."""
    return list(dict.fromkeys(to for to, _ in block.nodes[-1].successors))


def _reverse_postorder(entry: Block) -> list[Block]:
    order: list[Block] = []
    seen = {entry}
    pending = [(entry, iter(successors(entry)))]
    while pending:
        block, rest = pending[-1]
        after = next((each for each in rest if each not in seen), None)
        if after is None:
            order.append(block)
            pending.pop()
        else:
            seen.add(after)
            pending.append((after, iter(successors(after))))
    return order[::-1]
