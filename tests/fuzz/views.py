"""Random programs of views and writes, over arguments that share memory.

Each statement is tried eagerly while the program is made, so that programs run to their end, apart
from a few whose last statement raises.
"""

from __future__ import annotations

import copy
import random
import warnings
from typing import Any

import torch

SHAPES = [(4, 3), (2, 3, 4), (6,), (4, 4), (2, 2, 3), (3,), (1, 4), (12,), (2, 6)]
DTYPES = ["float32", "float32", "int64", "float64", "int32"]
SECOND = ["x.clone() + 9", "x", "x[1:]", "x.transpose(0, -1)", "x.view(-1)", "x[::2]"]
CASE = '''"""Views and writes, from seed {seed}."""

import torch

from language.harness import case


def program(x, y, c):
{body}


def inputs(c):
    x = torch.arange(1, {count}).view({shape}).to(torch.{dtype})
    return x, {second}, c


CASES = [case(program, lambda: [inputs(True), inputs(False)], message=False, straight={straight})]
'''


class Views:
    """One program: names of tensors, and what they hold when the program runs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.env: dict[str, Any] = {"torch": torch}
        self.lines: list[str] = []

    def names(self) -> list[str]:
        return [n for n, v in self.env.items() if isinstance(v, torch.Tensor)]

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def index(self, t: torch.Tensor) -> str:
        parts: list[str] = []
        for k in range(self.random.randint(1, max(1, min(t.dim(), 3)))):
            n = t.shape[k] if k < t.dim() else 1
            at = self.random.randint(-n, n)
            parts.append(self.pick(":", "0", "-1", "::2", "1::2", "None", f"{at}:", f":{at}"))
        return ", ".join(parts)

    def view(self, name: str, t: torch.Tensor) -> str:
        rank = t.dim()
        a, b = (self.random.randrange(-rank, rank) if rank else 0 for _ in "ab")
        n = t.shape[a] if rank else 1
        order = ", ".join(map(str, self.random.sample(range(rank), rank)))
        step = self.pick(
            f"[{self.index(t)}]", f"[{self.index(t)}]", f".transpose({a}, {b})", ".mT", ".T",
            f".expand(2, {', '.join(['-1'] * rank)})",
            ".diagonal()", f".diagonal(1, {a}, {b})", f".select({a}, {n - 1})", f".unbind({a})[-1]",
            f".chunk(2, {a})[0]", f".split(2, {a})[-1]", ".view(-1)", ".reshape(-1)", ".flatten()",
            ".view(-1, 2)", ".view(1, -1)", ".squeeze()", f".squeeze({a})", f".unsqueeze({a})",
            f".narrow({a}, {min(1, n - 1)}, {max(n - 1, 0)})", f".movedim({a}, {b})",
            f".unflatten({a}, (-1, 2))", ".contiguous()", f".permute({order})", ".detach()",
            f".expand_as({name})", f".tensor_split(2, {a})[1]", ".ravel()",
            ".view(torch.int32)", ".view(torch.float64)", ".data",
            # Of other orders the strides may differ (docs/limits.md).
            " * 2" if t.is_contiguous() else ".mT", ".clone()" if t.is_contiguous() else ".T",
        )  # fmt: skip
        return name + step

    def write(self, name: str, t: torch.Tensor, other: str) -> str:
        a = self.random.randrange(-t.dim(), t.dim()) if t.dim() else 0
        value = self.pick("1", "7", "-2", other, f"{other} + 1", f"{name} * 2", name)
        index = self.index(t)
        return self.pick(
            f"{name}[{index}] = {value}", f"{name}[{index}] = {value}", f"{name} += {value}",
            f"{name} *= 2", f"{name}.copy_({other})", f"{name}.fill_(3)", f"{name}.zero_()",
            f"{name}.masked_fill_({name} == 2, 5)", f"{name}[[0]] = {value}", f"{name}[[0]] += 1",
            f"{name}[{name} > 3] = 4", f"{name}.add_({value})", f"{name}[{index}] += {value}",
            f"{name}[{index}] *= 2", f"{name}.index_fill_({a}, torch.tensor([0]), 8)",
            f"{name}.clamp_(max=6)", f"torch.mul({name}, 2, out={name})", f"{name}.abs_()",
            f"{name}.view(-1)[0] = 5", f"{name}.reshape(-1)[0] = 6", f"{name}.diagonal().zero_()",
            f"{name}[...] = {value}", f"{name}.data.add_(1)", f"{name}.neg_()",
        )  # fmt: skip

    def step(self) -> None:
        """One more statement, unless eager refuses it."""
        names = self.names()
        name, other = self.random.choice(names), self.random.choice(names)
        if self.random.random() < 0.5:
            line = f"v{len(names) - 2} = {self.view(name, self.env[name])}"
        else:
            line = self.write(name, self.env[name], other)
        tried = copy.deepcopy({n: self.env[n] for n in names})
        try:
            exec(line, {**tried, "torch": torch})
        except (RuntimeError, IndexError, ValueError, TypeError):
            return
        exec(line, self.env)
        self.lines.append(line)


def generate(seed: int) -> str:
    """The text of a case file."""
    made = Views(seed)
    shape, dtype = made.random.choice(SHAPES), made.random.choice(DTYPES)
    count = torch.Size(shape).numel() + 1
    x = torch.arange(1, count).view(shape).to(getattr(torch, dtype))
    second = made.random.choice(SECOND)
    made.env |= {"x": x, "y": eval(second, {"x": x})}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(made.random.randint(4, 14)):
            made.step()
    body = [f"    {line}" for line in made.lines]
    writes = [i for i, line in enumerate(made.lines) if not line.startswith("v")]
    if writes:
        at = made.random.choice(writes)
        body[at] = f"    if c:\n    {body[at]}"
    body.append("    return " + ", ".join(made.names()))
    return CASE.format(
        seed=seed, body="\n".join(body), count=count, shape=shape, dtype=dtype,
        second=second, straight=not writes,
    )  # fmt: skip
