"""The example models through Lith: in process, from the artifact, from the native tool."""

from __future__ import annotations

import copy
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch

import lith
from models import chatbot, loops, minilm

SHAPES = [(2, 8), (1, 1), (3, 17), (1, 128), (8, 64)]


def tool(file: Path, folder: Path, *arrays: torch.Tensor | int) -> list[torch.Tensor]:
    """`lith run` on the arguments in order."""
    names = []
    for i, a in enumerate(arrays):
        names.append(str(folder / f"a{i}.npy"))
        np.save(names[-1], np.asarray(a))
    out = folder / "out.npz"
    done = subprocess.run(
        [os.environ["LITH_TOOL"], "run", str(file), *names, "-o", str(out)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with np.load(out) as file:
        return [torch.from_numpy(array) for array in file.values()]


def near(got: torch.Tensor, want: torch.Tensor, part: float = 1e-5) -> None:
    assert got.dtype == want.dtype and got.shape == want.shape
    worst = float((got - want).abs().max())
    assert worst <= part * float(want.abs().max()), worst


@pytest.fixture(scope="module", autouse=True)
def no_gradients():
    with torch.inference_mode(False), torch.no_grad():
        yield


class TestMiniLM:
    @pytest.fixture(scope="class")
    def bert(self):
        return minilm.bert()

    def test_one_program_for_all_sizes(self, bert, monkeypatch) -> None:
        program = lith.to_static(bert)
        for i, shape in enumerate(SHAPES):
            ids, mask = minilm.random_input(*shape)
            want = bert(input_ids=ids, attention_mask=mask)
            got = program(input_ids=ids, attention_mask=mask)
            assert type(got) is type(want)
            assert list(got.keys()) == list(want.keys())
            near(got.last_hidden_state, want.last_hidden_state)
            near(got.pooler_output, want.pooler_output)
            if i == 0:
                monkeypatch.setenv("LITH_NO_COMPILE", "1")

    def test_changed_weights_are_seen(self, bert) -> None:
        model = copy.deepcopy(bert)
        program = lith.to_static(model)
        ids, mask = minilm.random_input(2, 8)

        def check() -> torch.Tensor:
            got = program(input_ids=ids, attention_mask=mask).last_hidden_state
            near(got, model(input_ids=ids, attention_mask=mask).last_hidden_state)
            return got

        seen = [check()]
        dense = model.encoder.layer[0].output.dense
        dense.weight.data.mul_(1.5)
        seen.append(check())
        dense.bias.copy_(dense.bias + 0.5)
        seen.append(check())
        state = {k: v.clone() for k, v in model.state_dict().items()}
        state["encoder.layer.1.output.dense.bias"] += 0.25
        model.load_state_dict(state)
        seen.append(check())
        dense.weight = torch.nn.Parameter(dense.weight * 0.5, requires_grad=False)
        seen.append(check())
        for a, b in zip(seen, seen[1:]):
            assert not torch.equal(a, b)

    @pytest.mark.parametrize("freeze", [False, True])
    def test_from_artifact_and_tool(self, tmp_path, freeze) -> None:
        model = minilm.SentenceEncoder()
        program = lith.to_static(model, freeze=freeze)
        program(*minilm.random_input(2, 8))
        file = tmp_path / "minilm.lith"
        program.save(str(file))
        loaded = lith.load(str(file))
        for shape in SHAPES:
            ids, mask = minilm.random_input(*shape)
            want = model(ids, mask)
            near(loaded(ids, mask), want)
            (got,) = tool(file, tmp_path, ids, mask)
            near(got, want)


class TestChatbot:
    @pytest.mark.parametrize("method", ["dot", "general", "concat"])
    def test_tokens_are_those_of_eager(self, method: str, tmp_path) -> None:
        model = chatbot.build(method)
        program = lith.to_static(model)
        inputs = list(chatbot.sentences(20))
        wanted = [model(seq, n, 15) for seq, n in inputs]
        for (seq, n), (tokens, scores) in zip(inputs, wanted):
            got, got_scores = program(seq, n, 15)
            assert torch.equal(got, tokens)
            near(got_scores, scores, 1e-4)
        file = tmp_path / "chatbot.lith"
        program.save(str(file))
        loaded = lith.load(str(file))
        for (seq, n), (tokens, _) in zip(inputs, wanted):
            assert torch.equal(loaded(seq, n, 15)[0], tokens)
        for (seq, n), (tokens, _) in list(zip(inputs, wanted))[:5]:
            assert torch.equal(tool(file, tmp_path, seq, n, 15)[0], tokens)


def through_all(fn, inputs, tmp_path: Path, tolerance: float = 1e-5) -> None:
    """Compares in process, from the artifact and from the tool; results are trees of tensors and ints."""

    def leaves(v):
        if isinstance(v, (tuple, list)):
            return [leaf for x in v for leaf in leaves(x)]
        return [torch.as_tensor(v)]

    program = lith.to_static(fn)
    file = tmp_path / "p.lith"
    for i, args in enumerate(inputs):
        want = leaves(fn(*args))
        got = leaves(program(*args))
        assert len(got) == len(want)
        for g, w in zip(got, want):
            near(g.double(), w.double(), tolerance)
        if i == 0:
            program.save(str(file))
            loaded = lith.load(str(file))
        for g, w in zip(leaves(loaded(*args)), want):
            near(g.double(), w.double(), tolerance)
        flat = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
        for g, w in zip(tool(file, tmp_path, *flat), want):
            near(g.double(), w.double(), tolerance)


def test_newton(tmp_path) -> None:
    xs = [torch.rand(16) * 9 + 1, torch.tensor([1e4]), torch.full((3, 2), 1.0)]
    through_all(loops.newton, [(x,) for x in xs[:2]], tmp_path)
    program = lith.to_static(loops.newton_fixed)
    for x in (torch.rand(16) * 9 + 1, torch.tensor([100.0])):
        (want, steps), (got, got_steps) = loops.newton_fixed(x), program(x)
        near(got, want, 1e-5)
        assert got_steps == steps


def test_nms(tmp_path) -> None:
    inputs = [(*loops.boxes(n, seed), 0.5) for n, seed in ((1000, 0), (100, 1), (1, 2))]
    through_all(loops.nms, inputs, tmp_path, 0.0)
    empty = (torch.zeros(0, 4), torch.zeros(0), 0.5)
    assert torch.equal(lith.to_static(loops.nms)(*empty), loops.nms(*empty))


@pytest.mark.parametrize("hidden", [64, 512])
def test_lstm(hidden: int, tmp_path) -> None:
    loop = loops.LSTMLoop(32, hidden)
    inputs = [(torch.randn(100, 1, 32),), (torch.randn(7, 3, 32),)]
    through_all(loop, inputs, tmp_path, 2e-5)


def test_viterbi(tmp_path) -> None:
    g = torch.Generator().manual_seed(1)
    inputs = [
        tuple(torch.randn(*n, generator=g) for n in ((steps, s), (s, s), (s,)))
        for steps, s in ((100, 32), (1, 4), (10, 3))
    ]
    through_all(loops.viterbi, inputs, tmp_path)
