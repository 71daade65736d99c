"""The services of examples/serving, on loopback, with many clients at once."""

from __future__ import annotations

import concurrent.futures
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

SERVING = Path(__file__).resolve().parents[2] / "examples/serving"
sys.path.insert(0, str(SERVING))

import model  # noqa: E402

TEXTS = [f"text {i} " + "x" * (i * 13 % 200) for i in range(60)]


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "classifier.lith"
    model.save(path)
    return path


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="module")
def address(artifact: Path) -> Iterator[str]:
    for name in ("fastapi", "uvicorn"):
        pytest.importorskip(name, reason=f"{name}, of requirements.txt, is not installed")
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "--app-dir", SERVING, "fastapi_app:app", "--port", str(port),
         "--log-level", "warning"],
        env=os.environ | {"LITH_PROGRAM": str(artifact)},
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(address + "/health", timeout=5)
                break
            except OSError:
                assert server.poll() is None, "the service has ended"
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(30)


def ask(address: str, body: Any) -> tuple[int, Any]:
    request = urllib.request.Request(
        address + "/classify", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, None


def check(text: str, answer: Any) -> None:
    with torch.no_grad():
        best, scores = model.Classifier().eval()(text)
    assert answer["label"] == model.LABELS[best]
    torch.testing.assert_close(torch.tensor(answer["scores"]), torch.tensor(scores))


def test_many_clients_at_once(address: str) -> None:
    with concurrent.futures.ThreadPoolExecutor(16) as clients:
        answers = list(clients.map(lambda text: ask(address, {"text": text}), TEXTS))
    assert [status for status, _ in answers] == [200] * len(TEXTS)
    for text, (_, answer) in zip(TEXTS, answers, strict=True):
        check(text, answer)


def test_requests_are_bounded(address: str) -> None:
    assert ask(address, {"text": "x" * 10_001})[0] == 422
    assert ask(address, {"text": 5})[0] == 422
    with concurrent.futures.ThreadPoolExecutor(64) as clients:
        jobs = [clients.submit(ask, address, {"text": "x" * 10_000}) for _ in range(64)]
        said = [job.result()[0] for job in jobs]
    assert set(said) <= {200, 503} and said.count(200) >= 32
    assert ask(address, {"text": "after"})[0] == 200


def test_ray_serve(artifact: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    serve = pytest.importorskip(
        "ray.serve", reason="Ray is not installed: it is large, and its test starts a cluster"
    )
    monkeypatch.setenv("LITH_PROGRAM", str(artifact))
    import ray_app

    handle = serve.run(ray_app.deployment)
    try:
        answers = [handle.classify.remote(text) for text in TEXTS]
        for text, answer in zip(TEXTS, answers, strict=True):
            check(text, answer.result())
    finally:
        serve.shutdown()
