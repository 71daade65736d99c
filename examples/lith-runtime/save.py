"""Saves all-MiniLM-L6-v2, and sentences with eager's vectors: python save.py FOLDER.

`run.py` runs the files where neither the compiler nor torch is installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import torch

import lith
from models import minilm

SENTENCES = ["A man is eating a piece of bread.", "Somebody has a meal."]


@torch.no_grad()
def main() -> None:
    folder = Path(sys.argv[1])
    model = minilm.SentenceEncoder()
    ids, mask = minilm.tokenize(SENTENCES)
    np.savez(folder / "sentences.npz", ids=ids, mask=mask, vectors=model(ids, mask))
    program = lith.to_static(model, freeze=True)
    program(ids, mask)
    program.save(folder / "minilm.lith")


if __name__ == "__main__":
    main()
