"""Loops whose trip count or path depends on tensors: Newton, suppression, LSTM, Viterbi."""

from __future__ import annotations

import torch
from torch import nn


def newton(x, eps=1e-6):
    """Square roots of `x` by Newton's iteration, until no element moves by more than `eps`."""
    y = torch.ones_like(x)
    steps = 0
    while True:
        z = 0.5 * (y + x / y)
        steps += 1
        if (z - y).abs().max() <= eps * z.abs().max():
            return z, steps
        y = z


def newton_fixed(x, tolerance=1e-3, limit=100000):
    """A damped iteration in many small steps: the cost of a loop, not of its arithmetic."""
    y = x.clone()
    steps = 0
    while (y * y - x).abs().max() > tolerance and steps < limit:
        y = y - 0.02 * (y * y - x) / (2 * y)
        steps += 1
    return y, steps


def iou(box, boxes):
    """Overlap of one box (4,) with boxes (n, 4), as intersection over union."""
    left = torch.maximum(box[0], boxes[:, 0])
    top = torch.maximum(box[1], boxes[:, 1])
    right = torch.minimum(box[2], boxes[:, 2])
    bottom = torch.minimum(box[3], boxes[:, 3])
    inter = (right - left).clamp(min=0) * (bottom - top).clamp(min=0)
    area = (box[2] - box[0]) * (box[3] - box[1])
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    return inter / (area + areas - inter)


def nms(boxes, scores, threshold: float):
    """Indices kept by non-maximum suppression, best first."""
    order = scores.argsort(descending=True)
    boxes = boxes[order]
    alive = torch.ones(boxes.shape[0], dtype=torch.bool)
    keep = []
    for i in range(boxes.shape[0]):
        if not alive[i]:
            continue
        keep.append(order[i])
        alive = alive & (iou(boxes[i], boxes) <= threshold)
    if len(keep) == 0:
        return torch.zeros(0, dtype=torch.long)
    return torch.stack(keep)


def boxes(count: int, seed: int = 0):
    """Random boxes in clusters, with scores."""
    g = torch.Generator().manual_seed(seed)
    centre = torch.rand(max(1, count // 20), 2, generator=g) * 500
    which = torch.randint(0, centre.shape[0], (count,), generator=g)
    at = centre[which] + torch.randn(count, 2, generator=g) * 6
    size = 20 + torch.rand(count, 2, generator=g) * 20
    return torch.cat([at - size / 2, at + size / 2], 1), torch.rand(count, generator=g)


class LSTMCell(nn.Module):
    """The cell written out by hand."""

    def __init__(self, inputs: int, hidden: int):
        super().__init__()
        self.x2h = nn.Linear(inputs, 4 * hidden)
        self.h2h = nn.Linear(hidden, 4 * hidden)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.x2h(x) + self.h2h(h)).chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c


class LSTMLoop(nn.Module):
    """The cell over a sequence (steps, batch, inputs); all outputs and the last state."""

    def __init__(self, inputs: int = 64, hidden: int = 64, seed: int = 0):
        super().__init__()
        torch.manual_seed(seed)
        self.hidden = hidden
        self.cell = LSTMCell(inputs, hidden)
        self.requires_grad_(False)

    def forward(self, xs):
        h = xs.new_zeros(xs.shape[1], self.hidden)
        c = torch.zeros_like(h)
        outputs = []
        for x in xs:
            h, c = self.cell(x, (h, c))
            outputs.append(h)
        return torch.stack(outputs), (h, c)


def viterbi(emissions, transitions, start):
    """The best path through (steps, states) emissions, and its score."""
    score = start + emissions[0]
    back = []
    for t in range(1, emissions.shape[0]):
        total = score.unsqueeze(1) + transitions
        best, index = total.max(0)
        score = best + emissions[t]
        back.append(index)
    best_score, last = score.max(0)
    path = [last]
    for index in reversed(back):
        last = index[last]
        path.append(last)
    path.reverse()
    return torch.stack(path), best_score
