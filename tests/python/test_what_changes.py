"""What a program reads of before its calls changes between them, often, once, and back again."""

from __future__ import annotations

import random

import pytest
import torch

import lith


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.parts = torch.nn.ModuleList([torch.nn.Dropout(0.0), torch.nn.Identity()])
        self.register_buffer("buffer", torch.zeros(2))
        self.state, self.count, self.names = torch.ones(2), 0, {"a", "b"}
        self.table, self.pair = {"x": 1, "y": torch.ones(2)}, (1, 2)

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        if self.training:
            x = x * 2
        if "c" in self.names:
            x = x + 100
        own = sum(self.table[key] for key in self.table) + self.pair[0]
        return x + self.buffer + self.state + self.count + own, hasattr(self, "more")


CHANGES = [
    lambda m, n: m.train(n % 2 == 0),
    lambda m, n: setattr(m, "count", n),
    lambda m, n: setattr(m, "count", float(n)),
    lambda m, n: setattr(m, "buffer", torch.full((2,), float(n))),
    lambda m, n: setattr(m, "state", torch.full((2,), n)),
    lambda m, n: setattr(m, "state", torch.full((2,), float(n))),
    lambda m, n: setattr(m, "pair", (n, 1)),
    lambda m, n: m.table.update(x=n),
    lambda m, n: m.table.update({str(n % 3): 1}),
    lambda m, n: m.table.pop(str(n % 3), None),
    lambda m, n: (m.names.add if n % 2 else m.names.discard)("c"),
    lambda m, n: setattr(m, "more", n),
    lambda m, n: m.__dict__.pop("more", None),
    lambda m, n: setattr(m.parts, str(n % 2), torch.nn.Identity()),
    lambda m, n: None,
]


def same(ours, eager, x) -> None:
    (y, has), (expected, also) = ours(x), eager(x)
    assert has == also and y.dtype == expected.dtype and torch.equal(y, expected)


@pytest.mark.parametrize("change", range(len(CHANGES)))
def test_one_thing_that_changes_often(change) -> None:
    eager, model = Model(), Model()
    ours = lith.to_static(model)
    for n in [*range(8), 7, 7, *range(3)]:
        for each in (eager, model):
            CHANGES[change](each, n)
        same(ours, eager, torch.ones(2))


@pytest.mark.parametrize("seed", range(20))
def test_one_thing_after_another(seed) -> None:
    choice = random.Random(seed)
    eager, model = Model(), Model()
    ours = lith.to_static(model)
    for _ in range(12):
        change, n = choice.choice(CHANGES), choice.randrange(5)
        for _ in range(choice.choice((1, 1, 4))):
            for each in (eager, model):
                change(each, n)
            same(ours, eager, torch.ones(2))
            n += 1
