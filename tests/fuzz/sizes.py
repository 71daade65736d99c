"""Random programs in which tensors of one rank and other sizes meet, most of them views.

What paths and trips give has sizes that the compiler knows of each, and that differ: the program goes
on with whichever it is.
"""

from __future__ import annotations

import random
import re

# Over x of (3, 3), y of (2, 4), by rank; K is a number. Of one form, all that meet may be.
MADE = {
    1: """torch.ones(4)[:K] | x[0, :K] | torch.ones(1).expand(K) | x.view(-1).narrow(0, K, K) |
    y.t()[K, :K] | torch.arange(6.).view(2, 3)[0][:K] | torch.ones(2) | torch.arange(5.)[1:4] |
    x[0] | x[:, 1] | x.view(-1) | x.view(-1)[::2] |
    torch.zeros(1).expand(3) | x.diagonal() | x.sum(0) | y[0, :2] | x[0][x[0] > 0] | torch.zeros(0) |
    y.reshape(-1)[2:] | x.unbind(1)[0][:2] | torch.arange(3.).flip(0) | x.view(-1).split(4)[1]""",
    2: """x[:K] | x[:, :K] | y.t()[:K] | torch.zeros(K, 3).t() | torch.ones(1, 3).expand(K, 3) |
    x.narrow(0, 0, K) | torch.arange(6.)[: 2 * K].view(2, K) | y[:K, :K] | torch.ones(2, 3) |
    torch.zeros(4, 3).t() | torch.arange(6.).view(2, 3) | x[:2] | x.t() | y |
    torch.arange(8.).view(2, 4)[:, :2] | torch.ones(1, 3).expand(4, 3) | x[None, 0] | torch.eye(3) |
    torch.arange(12.).view(3, 4)[1:] | x.view(-1)[:4].view(2, 2) | x.split(2)[0] | x.clone()[1:] |
    x.unbind()[0][None] | x.chunk(2, 1)[1] | x.narrow(0, 1, 2) | x.diagonal()[None] | x[:, 1:] |
    x * 2 | torch.cat([x, x]) | x[[0, 2]] | x[x[:, 0] > 1] | x.transpose(0, 1)[:1] | y[:2, :2] |
    torch.zeros(0, 3) | x[::2] | x.flip(0)[:, :1] | torch.stack([x[0], x[1]]) | y.t()[1:] |
    x.unfold(0, 2, 1)[0]""",
}
# Statements after which v has the first rank.
KEPT = {
    1: """v = v + 1 | v = v[1:] | v = v[:2] | v.mul_(2) | v[0] = 3 | v = torch.cat([v, v]) | v += v |
    out.append(len(v)) | out.append(v.sum()) | out += list(v) | v = v.flip(0) | v = v.repeat(2) |
    v = v.cumsum(0) | out.append(v.tolist()) | v = v.softmax(0) | out.append(v.shape) |
    v = v.clone() | out += [e + 1 for e in v]""",
    2: """v = v + 1 | v = v * v | v = v.t() | v = v[:, :2] | v = v[:1] | v = v @ v.t() | v.add_(1) |
    v[0] = 5 | v = v.flip(0) | v = torch.cat([v, v]) | v = v.contiguous() | v = v.repeat(2, 1) |
    v = torch.zeros_like(v) + v | v = v.masked_fill(v > 1, 0) | out.append(v.size(0)) | v.zero_() |
    out.append(len(v)) | out.append(list(v)) | out.append(v.numel()) | v[:, 0] += 1 |
    out += [row.sum() for row in v] | v = torch.stack(list(v)) | v = v.transpose(0, 1)[1:] |
    v = torch.nn.functional.pad(v, (0, 1)) | out.append(v.tolist()) | v = v.chunk(2)[0] |
    v = v.new_ones(v.shape) * v | v = v.roll(1, 0) | v = v.softmax(-1) | v = v.cumsum(0) |
    v = v.expand(v.shape[0], v.shape[1]) | out.append(v.shape)""",
}
CHANGED = {
    1: """v = v.unsqueeze(0) | v = v[None] | v = v.outer(v) | v = v.expand(2, v.shape[0]) |
    v = v.view(1, -1)""",
    2: """v = v.sum(0) | v = v[0] | v = v.reshape(-1) | v = v.mean(1) | v = v.flatten() |
    v = v.unbind()[0] | v = v.view(-1) | v = v.max(1)[0]""",
}
MEETINGS = """v = A if n > 0 else B
v = A; for i in range(abs(n)): v = B
v = A; for i in range(abs(n)): v = B; v = v + 1
v = A; for i in range(abs(n)): v = B; v.mul_(2)
v = A; if n > 0: v = B
v = A if n == 1 else B if n == 2 else C
v = A; for w in [B, C][:n]: v = w
v, w = (A, B) if n > 0 else (C, A); out.append(w)
b = Box(A); if n > 0: b.v = B; v = b.v
b = [A]; if n > 0: b[0] = B; v = b[0]"""
CASE = '''"""Tensors of other sizes that meet, from seed {seed}."""

from language.harness import case
import torch


class Box:
    def __init__(self, v):
        self.v = v


def program(x, y, n):
    out = []
{body}
    return v, out, x, y, v.shape


def inputs(n):
    return torch.arange(9.0).view(3, 3) - 2, torch.arange(8.0).view(2, 4), n


CASES = [
    case(program, lambda: [inputs(n) for n in (1, 2, -1, -2)], message=False, straight=True)
]
'''


def chosen(texts: str, of: random.Random) -> str:
    return of.choice([each.strip() for each in texts.split(" |")])


def meeting(rank: int, of: random.Random) -> list[str]:
    """Lines that give v; a branch or a loop has all that follows its colon, but for `v = b`."""
    lines, depth = [], 1
    for part in of.choice(MEETINGS.splitlines()).split("; "):
        head, colon, rest = part.partition(": ")
        depth = 1 if part.startswith(("v = b", "out")) else depth
        lines.append("    " * depth + head + colon.strip())
        if colon:
            depth += 1
            lines.append("    " * depth + rest)
    form = chosen(MADE[rank], of) if of.random() < 0.5 else ""

    def made(_: re.Match[str]) -> str:
        text = form or chosen(MADE[rank], of)
        return re.sub(r"\bK\b", lambda _: str(of.randint(1, 3)), text)

    return re.sub(r"\b[ABC]\b", made, "\n".join(lines)).splitlines()


def generate(seed: int) -> str:
    of = random.Random(seed)
    rank = of.choice([1, 2, 2])
    lines = meeting(rank, of)
    for _ in range(of.randint(1, 4)):
        if of.random() < 0.2:
            lines.append("    " + chosen(CHANGED[rank], of))
            rank = 3 - rank
        elif of.random() < 0.2:
            lines += ["    if n > -2:", "        " + chosen(KEPT[rank], of)]
        else:
            lines.append("    " + chosen(KEPT[rank], of))
        if of.random() < 0.15:
            lines += ["    if n == 1:", "        v = " + chosen(MADE[rank], of).replace("K", "2")]
    return CASE.format(seed=seed, body="\n".join(lines))
