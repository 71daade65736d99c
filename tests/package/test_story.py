"""The story of examples/story: a module with methods, saved once and called from everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import lith

STORY = Path(__file__).resolve().parents[2] / "examples/story"
sys.path.insert(0, str(STORY))

import assistant  # noqa: E402

TEXTS = ["The cat sat on the mat.", "A dog ran under the tree!"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("story") / "assistant.lith"
    assistant.save(path)
    return path


@torch.no_grad()
def replies(model: assistant.Assistant) -> list[assistant.Reply]:
    return [model(text) for text in TEXTS]


def run(*command: object) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_from_python_with_torch(saved: Path) -> None:
    eager, loaded = assistant.Assistant().eval(), lith.load(saved)
    with torch.no_grad():
        for text in TEXTS:
            reply = loaded(text)
            assert reply == eager(text) and isinstance(reply, assistant.Reply)
        loaded.reset(), eager.reset()
        assert loaded(TEXTS[1], 2) == eager(TEXTS[1], 2)
        assert loaded.instance()(TEXTS[0]).seen < eager.seen + 100
        assert loaded.encode("A bird.") == eager.encode("A bird.")
    assert loaded.metadata == {"words": str(len(assistant.WORDS))}


def test_from_python_without_torch(saved: Path, tmp_path: Path) -> None:
    shutil.copy(
        STORY / "client.py", tmp_path
    )  # beside assistant.py, results would be of its classes
    lines = run(sys.executable, tmp_path / "client.py", saved, *TEXTS).splitlines()
    eager = assistant.Assistant()
    for i, (text, reply) in enumerate(zip(TEXTS, replies(eager), strict=True)):
        assert lines[2 * i] == f"{text} -> {reply.text} ({reply.seen} tokens so far)"
        assert lines[2 * i + 1] == str(eager.encode(text).ids)
    eager.reset()
    assert lines[-1] == f"{replies(eager)[0].seen} False"


def test_from_cpp(saved: Path, tmp_path: Path) -> None:
    prefix, client = os.environ["LITH_PREFIX"], tmp_path / "client"
    run(
        os.environ.get("CXX", "c++"), "-std=c++20", STORY / "client.cpp", "-o", client,
        f"-I{prefix}/include", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-llith_rt",
    )  # fmt: skip
    lines = run(client, saved, *TEXTS).splitlines()
    eager = assistant.Assistant()
    for line, text, reply in zip(lines, TEXTS, replies(eager), strict=False):
        assert line == f"{text} -> {reply.text} ({reply.seen} tokens so far)"
    assert lines[-1] == str(eager.encode(TEXTS[0]).ids)


def test_from_the_tool_with_text(saved: Path) -> None:
    tool = os.environ["LITH_TOOL"]
    reply = replies(assistant.Assistant())[0]
    lines = run(tool, "run", saved, f'"{TEXTS[0]}"', "--arg", "limit=5").splitlines()
    assert f"text: {reply.text!r}" in lines and f"seen: {reply.seen}" in lines
    said = run(tool, "run", saved, "--method", "encode", "--arg", "text=a bird")
    assert "words.1: 'bird'" in said


def test_other_weights(saved: Path) -> None:
    torch.manual_seed(5)
    other = assistant.Assistant().eval()
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.normal_()
    loaded = lith.load(saved)
    loaded.load_state_dict(other.state_dict())
    assert [loaded(text) for text in TEXTS] == replies(other)


def test_verified_here_and_not_where_it_is_damaged(saved: Path, tmp_path: Path) -> None:
    tool = os.environ["LITH_TOOL"]
    assert lith.verify(saved) and run(tool, "verify", saved).count("agrees") == 5
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 4
    (tmp_path / "damaged.lith").write_bytes(data)
    with pytest.raises(RuntimeError, match="is damaged"):
        lith.verify(tmp_path / "damaged.lith")
    done = subprocess.run(
        [tool, "verify", tmp_path / "damaged.lith"], capture_output=True, text=True
    )
    assert done.returncode == 1 and "is damaged" in done.stderr
