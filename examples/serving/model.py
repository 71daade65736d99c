"""What the two services serve: a small classifier of texts, which begins from bytes."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from torch import nn

import lith

LABELS = ["news", "sport", "weather"]


class Classifier(nn.Module):
    """Scores of a text of any length: embedded bytes, a GRU, a linear layer."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.embedding = nn.Embedding(256, width)
        self.gru = nn.GRU(width, width, batch_first=True)
        self.head = nn.Linear(width, len(LABELS))

    def forward(self, text: str) -> tuple[int, list[float]]:
        ids = torch.tensor([min(ord(c), 255) for c in text] or [0])
        _, last = self.gru(self.embedding(ids).unsqueeze(0))
        scores = self.head(last[0, 0]).softmax(-1)
        return int(scores.argmax()), scores.tolist()


def save(path: str | Path) -> None:
    """Writes the artifact that the services load."""
    program = lith.to_static(Classifier().eval())
    with torch.no_grad():
        program("a text"), program("another text")
        program.save(path, examples=[("It rains.",), ("",)])


if __name__ == "__main__":
    save(sys.argv[1])
