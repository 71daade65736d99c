"""The same service as a deployment of Ray Serve.

    python examples/serving/model.py classifier.lith
    LITH_PROGRAM=classifier.lith serve run --app-dir examples/serving ray_app:deployment

A replica is a process with one program. Ray runs its methods on one loop; calls go to threads,
since a call of a saved program lets other threads run. Ray bounds what a replica takes at once, and
what waits for one.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from ray import serve
from starlette.requests import Request

import lith

LABELS = ["news", "sport", "weather"]


@serve.deployment(num_replicas=1, max_ongoing_requests=32, max_queued_requests=64)
class Classifier:
    def __init__(self, path: str) -> None:
        lith.set_num_threads(1)
        self.program = lith.load(path)

    async def classify(self, text: str) -> dict[str, Any]:
        best, scores = await asyncio.to_thread(self.program, text)
        return {"label": LABELS[best], "scores": scores}

    async def __call__(self, request: Request) -> dict[str, Any]:
        return await self.classify((await request.json())["text"])


deployment = Classifier.bind(os.environ.get("LITH_PROGRAM", "classifier.lith"))
