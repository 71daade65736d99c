"""One module with several methods, from Python to a file that everything else calls.

    python examples/story/assistant.py assistant.lith
    lith run assistant.lith --method encode '"hello"'
    lith verify assistant.lith

A language model with a tokenizer of texts, a cache of keys and values that its methods share, and
results that are dataclasses. `client.py` calls it without torch, `client.cpp` from C++.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

import lith

WORDS = "<end> <unknown> the a cat dog bird sat ran flew on under over mat tree house . , !".split()
NUMBERS = {word: i for i, word in enumerate(WORDS)}


@dataclass
class Encoded:
    ids: list[int]
    words: list[str]


@dataclass
class Reply:
    text: str
    ids: list[int]
    seen: int


class Attention(nn.Module):
    """Attention of one token at a time over all before it, which the caches keep."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.project, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.keys: list[torch.Tensor] = []
        self.values: list[torch.Tensor] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = self.project(x).reshape(3, self.heads, 1, -1).unbind(0)
        self.keys.append(k)
        self.values.append(v)
        keys, values = torch.cat(self.keys, dim=1), torch.cat(self.values, dim=1)
        weights = (q @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5).softmax(-1)
        return self.merge((weights @ values).flatten())


class Assistant(nn.Module):
    def __init__(self, width: int = 32, layers: int = 2) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.embedding = nn.Embedding(len(WORDS), width)
        self.layers = nn.ModuleList(Attention(width, 4) for _ in range(layers))
        self.head = nn.Linear(width, len(WORDS))
        self.seen = 0

    def tokenize(self, text: str) -> list[str]:
        words, word = [], ""
        for c in text.lower():
            if c.isalpha():
                word += c
                continue
            if word:
                words.append(word)
            word = ""
            if c in ".,!":
                words.append(c)
        if word:
            words.append(word)
        return words

    def step(self, number: int) -> torch.Tensor:
        """Scores of what follows a token."""
        x = self.embedding.weight[number]
        for layer in self.layers:
            x = x + layer(x)
        self.seen += 1
        return self.head(x)

    def forward(self, text: str, limit: int = 5) -> Reply:
        """Reads a text after all before it, and goes on with at most so many words."""
        number = 0
        for word in self.tokenize(text):
            number = int(self.step(NUMBERS.get(word, 1)).argmax())
        ids: list[int] = []
        while len(ids) < limit and number != 0:
            ids.append(number)
            number = int(self.step(number).argmax())
        return Reply(" ".join([WORDS[i] for i in ids]), ids, self.seen)

    @lith.export
    def encode(self, text: str) -> Encoded:
        words = self.tokenize(text)
        return Encoded([NUMBERS.get(word, 1) for word in words], words)

    @lith.export
    def reset(self) -> None:
        for layer in self.layers:
            layer.keys.clear()
            layer.values.clear()
        self.seen = 0


def save(path: str | Path) -> Assistant:
    """Writes the artifact; gives the module that it is of, as it is saved."""
    model = Assistant().eval()
    program = lith.to_static(model)
    with torch.no_grad():
        program("The cat sat."), program("A dog!", 3), program.encode("a bird"), program.reset()
        program.save(
            path,
            metadata={"words": str(len(WORDS))},
            examples=[
                ("The cat sat on the mat.",),
                (("A bird flew,",), {"limit": 3}),
                lith.Example(("Over the tree, an elephant",), method="encode"),
                lith.Example(method="reset"),
                ("The cat sat on the mat.",),
            ],
        )
    return model


if __name__ == "__main__":
    save(sys.argv[1])
