"""Modules that are imported by the tool: for each the calls, as method, words that import for it,
words that run it, and the same values in Python. Annotations are evaluated by torch.jit.script, so the
module imports none from the future.
"""

from typing import Any, NamedTuple

import torch
from torch import nn

X = torch.linspace(-2, 2, 12).reshape(3, 4)


class Result(NamedTuple):
    total: torch.Tensor
    steps: int


class Speaker(nn.Module):
    """Control flow, printing, methods, containers."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, limit: int, scale: float = 1.0) -> Result:
        print("speaking", limit)
        steps = 0
        while bool(x.abs().sum() < 50) and steps < limit:
            x = self.layer(x) * scale + x * 2
            steps += 1
        return Result(x, steps)

    @torch.jit.export
    def say(
        self, words: list[str], weights: dict[str, torch.Tensor], extra: float | None = None
    ) -> tuple[dict[str, torch.Tensor], str, int]:
        table: dict[str, torch.Tensor] = {}
        for word in words:
            table[word] = weights["w"] * len(word)
        if extra is not None:
            table["extra"] = weights["w"] + extra
        return table, "-".join(words), len(words)

    @torch.jit.export
    def both(self, pair: tuple[torch.Tensor, float], counts: list[int]):
        total = 0
        for count in counts:
            total += count
        return [pair[0] * pair[1], pair[0] + total], total

    @torch.jit.export
    def keyed(self, by: dict[int, bool]) -> int:
        return len(by)

    @torch.jit.export
    def refused(self, x: torch.Tensor):
        return x.to_sparse()


class Counter(nn.Module):
    """State that methods share, in another dtype."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.zeros(4, dtype=torch.float64))

    def forward(self, x: torch.Tensor, reverse: bool) -> dict[str, torch.Tensor]:
        self.seen += x.double().sum(0)
        return {"seen": self.seen.flip(0) if reverse else self.seen.clone(), "x": x}

    @torch.jit.export
    def count(self) -> torch.Tensor:
        return self.seen


Calls = list[tuple[str, list[str], list[str], tuple[Any, ...]]]
MODELS: dict[str, tuple[type[nn.Module], Calls]] = {
    "Speaker": (
        Speaker,
        [
            ("forward", ["float32[7,4]", "9"], ["x.npy", "3"], (X, 3)),
            ("forward", ["row.npy", "9", "2"], ["row.npy", "2", "0.5"], (X[0], 2, 0.5)),
            (
                "say", ['["one"]', '{"w": "@float32[?]"}'], ['["a", "bcd"]', '{"w": "@row.npy"}'],
                (["a", "bcd"], {"w": X[0]}),
            ),
            (
                "say", ['["one"]', '{"w": "@float32[2]"}', "1.5"], ['["u"]', '{"w": "@row.npy"}', "2.5"],
                (["u"], {"w": X[0]}, 2.5),
            ),
            (
                "both", ['["@float32[2,?]", 2]', "[1]"],
                ["(", "x.npy", "1.5", ")", "[1, 2, 3]"],
                ((X, 1.5), [1, 2, 3]),
            ),
        ],
    ),
    "Counter": (
        Counter,
        [
            ("forward", ["float32[1,4]", "true"], ["x.npy", "true"], (X, True)),
            ("forward", ["float32[1,4]", "false"], ["x.npy", "false"], (X, False)),
            ("count", [], [], ()),
        ],
    ),
}  # fmt: skip
