"""Decoding in a loop on a large last layer: its largest scores are found by codes of 8 bits.

The programs are frozen, so that the layer is a constant; each is run in process and loaded.
"""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import lith

WORDS, HIDDEN = 9000, 128  # 4.6 MB of scores' weights: what the compiler takes for large


class Decoder(nn.Module):
    def __init__(self, bias=True):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, HIDDEN)
        self.cell = nn.GRUCell(HIDDEN, HIDDEN)
        self.out = nn.Linear(HIDDEN, WORDS, bias=bias)
        with torch.no_grad():
            self.out.weight.mul_(5)


class Batched(Decoder):
    def forward(self, token, state, steps: int):
        tokens = []
        for _ in range(steps):
            state = self.cell(self.embedding(token), state)
            token = self.out(state).argmax(-1)
            tokens.append(token)
        return torch.stack(tokens)


class Unrecorded(Batched):
    """Whatever is raised passes the end of a `with`."""

    @torch.no_grad()
    def forward(self, token, state, steps: int):
        return super().forward(token, state, steps)


class Collected(Decoder):
    def forward(self, state, steps: int):
        state, token = state[:1], torch.zeros(1, dtype=torch.long)
        tokens, scores = token[:0], torch.ones(2)
        for _ in range(steps):
            state = self.cell(self.embedding(token), state).view(1, HIDDEN)
            score, token = F.softmax(self.out(state), dim=1).max(1)
            if token.item() % 7 == 0:
                continue
            tokens = torch.cat((tokens, token))
            scores = torch.cat((scores, score))
            if token.item() % 61 == 5:
                break
        return tokens, scores, state


class Log(Decoder):
    def forward(self, states, steps: int):
        lengths, every = [], torch.zeros(1, 0)
        for i in range(states.shape[0]):
            state, token = states[i : i + 1].view(1, HIDDEN), torch.zeros(1, dtype=torch.long)
            scores = torch.zeros(1, 0)
            for _ in range(steps + i):
                state = self.cell(self.embedding(token), state).view(1, HIDDEN)
                score, token = F.log_softmax(self.out(state), -1).max(-1, keepdim=True)
                scores, token = torch.cat([scores, score], dim=1), token.view(1)
            lengths.append(scores.shape[1])
            every = torch.cat((every, scores), 1)
        return lengths, every


class LastOfAll(Decoder):
    def forward(self, ids, steps: int):
        for _ in range(steps):
            scores = self.out(torch.tanh(self.embedding(ids).cumsum(1)))
            ids = torch.cat([ids, scores[:, -1, :].argmax(dim=-1, keepdim=True)], 1)
        return ids


class Alike(Decoder):
    """What looks like softmax of scores with a bias, and is not."""

    def forward(self, state, steps: int):
        state, token, found = state[:1], torch.zeros(1, dtype=torch.long), []
        for _ in range(steps):
            state = self.cell(self.embedding(token), state).view(1, HIDDEN)
            scores = state @ self.out.weight.T
            even = F.softmax(state @ self.out.weight.T, 1)
            token = (even + self.out.bias).argmax(1)
            weights = torch.exp(scores * 1)
            raw = torch.exp(state @ self.out.weight.T)
            found += [token, (weights / weights.sum(1, keepdim=True)).argmax(1)]
            found += [(raw / raw.sum(1, keepdim=True)).argmax(1)]
            plain = state @ self.out.weight.T
            found += [(plain - torch.log(torch.exp(plain).sum(1, keepdim=True))).argmax(1)]
        return found


class Tried(Decoder):
    """The scores so far are read where the loop ends with an exception."""

    def forward(self, state, steps: int):
        state, token, scores = state[:1], torch.zeros(1, dtype=torch.long), torch.zeros(0)
        try:
            for step in range(steps):
                state = self.cell(self.embedding(token), state).view(1, HIDDEN)
                score, token = self.out(state).max(1)
                scores = torch.cat((scores, score))
                if step == 40:
                    raise ValueError(step)
        except ValueError:
            return token, scores * 2
        return token, scores


def states(rows: int) -> torch.Tensor:
    return torch.randn(rows, HIDDEN)


def check(model: nn.Module, calls, tmp_path) -> None:
    compiled = lith.to_static(model.eval(), freeze=True)
    with torch.inference_mode():
        want = [model(*call) for call in calls]
        got = [compiled(*call) for call in calls]
        compiled.save(tmp_path / "greedy.lith")
        loaded = lith.load(tmp_path / "greedy.lith")
        got += [loaded(*call) for call in calls]
    for eager, static in zip(want * 2, got, strict=True):
        torch.testing.assert_close(static, eager, rtol=1e-4, atol=1e-5, equal_nan=True)


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(3)


@pytest.mark.parametrize("kind", [Batched, Unrecorded])
@pytest.mark.parametrize("bias", [True, False])
def test_any_number_of_rows(kind, bias, tmp_path):
    rows = [1, 2, 3, 4, 9, 40]
    check(kind(bias), [(torch.arange(n), states(n), 3) for n in rows], tmp_path)


def test_scores_of_a_row_that_are_collected(tmp_path):
    calls = [(states(n), steps) for n, steps in ((1, 5), (3, 100), (2, 0), (1, 33))]
    check(Collected(), calls, tmp_path)


def test_in_two_loops(tmp_path):
    check(Log(), [(states(3), 2), (states(2), 64), (states(0), 3), (states(1), 0)], tmp_path)


def test_the_last_of_all_rows(tmp_path):
    ids = [
        torch.tensor([[1, 2]]),
        torch.tensor([[1, 2, 3], [4, 5, 6]]),
        torch.arange(14).view(7, 2),
    ]
    check(LastOfAll(), [(each, 3) for each in ids], tmp_path)


@pytest.mark.parametrize("factor", [1, 100])  # of 100, exponentials are not finite
def test_what_looks_like_softmax(factor, tmp_path):
    model = Alike()
    with torch.no_grad():
        model.out.weight.mul_(factor)
    check(model, [(states(1), 4), (states(3), 9)], tmp_path)


def test_a_handler_that_reads_the_scores(tmp_path):
    check(Tried(), [(states(1), 6), (states(1), 60), (states(2), 0)], tmp_path)


def spoil(name: str, model: Decoder) -> None:
    weight, bias = model.out.weight, model.out.bias
    if name == "nan":
        weight[3] = float("nan")
    elif name == "ends":
        bias[:4000] = float("-inf")
        bias[30] = float("inf")
    elif name == "zeros":
        weight.zero_(), bias.zero_()
    elif name == "equal":
        weight[4500:], bias[4500:] = weight[:4500].clone(), bias[:4500].clone()
    else:
        weight.mul_(float(name))


@pytest.mark.parametrize("name", ["nan", "ends", "zeros", "equal", "1e-41", "1e36"])
def test_weights_that_are_not_ordinary(name, tmp_path):
    for model in (Batched(), Collected()):
        with torch.no_grad():
            spoil(name, model)
        first = () if isinstance(model, Collected) else (torch.tensor([1]),)
        calls = [(*first, states(1) * factor, 12) for factor in (1.0, 0.0, 1e-30, 1e30)]
        calls.append((*first, states(1).fill_(float("nan")), 2))
        check(model, calls, tmp_path)
