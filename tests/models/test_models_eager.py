"""The example models are what they claim to be, in eager PyTorch alone."""

from __future__ import annotations

import math

import pytest
import torch

from models import chatbot, loops, minilm


@pytest.mark.parametrize("method", ["dot", "general", "concat"])
def test_chatbot_stops_early_at_several_lengths(method: str) -> None:
    model = chatbot.build(method)
    with torch.inference_mode():
        replies = [model(seq, n, 15)[0] for seq, n in chatbot.sentences(20)]
    ended = [len(r) for r in replies if r[-1] == chatbot.EOS]
    assert len(ended) >= 7 and len(set(ended)) >= 4, ended
    assert len({tuple(r.tolist()) for r in replies}) >= 10


def test_minilm_knows_what_is_similar() -> None:
    texts = ["A man is eating food.", "Someone eats a meal.", "The stock market fell today."]
    with torch.inference_mode():
        v = minilm.SentenceEncoder()(*minilm.tokenize(texts))
    close, far = float(v[0] @ v[1]), float(v[0] @ v[2])
    assert close > 0.6 and far < 0.2, (close, far)


def test_newton_gives_square_roots() -> None:
    x = torch.rand(16) * 9 + 1
    root, steps = loops.newton(x)
    torch.testing.assert_close(root, x.sqrt())
    assert 3 <= steps <= 12


def test_nms_keeps_no_overlap() -> None:
    boxes, scores = loops.boxes(200)
    keep = loops.nms(boxes, scores, 0.5)
    assert 5 < len(keep) < 150
    kept = boxes[keep]
    for i in range(len(keep)):
        assert (loops.iou(kept[i], kept[:i]) <= 0.5).all()
    assert (scores[keep].diff() <= 0).all()


def test_lstm_equals_torch() -> None:
    loop = loops.LSTMLoop(8, 16)
    cell = torch.nn.LSTMCell(8, 16)
    with torch.no_grad():
        for mine, theirs in ((loop.cell.x2h, "ih"), (loop.cell.h2h, "hh")):
            getattr(cell, f"weight_{theirs}").copy_(mine.weight)
            getattr(cell, f"bias_{theirs}").copy_(mine.bias)
        xs = torch.randn(5, 3, 8)
        h = c = torch.zeros(3, 16)
        for x in xs:
            h, c = cell(x, (h, c))
        torch.testing.assert_close(loop(xs)[1], (h, c))


def test_viterbi_equals_search() -> None:
    g = torch.Generator().manual_seed(0)
    e, t, s = (torch.randn(*n, generator=g) for n in ((4, 3), (3, 3), (3,)))
    path, score = loops.viterbi(e, t, s)
    best = -math.inf
    for p in torch.cartesian_prod(*[torch.arange(3)] * 4):
        value = s[p[0]] + e[torch.arange(4), p].sum() + t[p[:-1], p[1:]].sum()
        best = max(best, float(value))
    assert math.isclose(best, float(score), rel_tol=1e-5)
    assert path.shape == (4,)
