"""A web service of a saved program, without torch.

    python examples/serving/model.py classifier.lith
    LITH_PROGRAM=classifier.lith uvicorn --app-dir examples/serving fastapi_app:app

FastAPI runs a plain function (``def``) of each request on a thread of its own; a call of a saved
program lets other threads run, so all of them are served by one program. Each call is given one
core: requests are many, so they share the processor by themselves. No more than so many requests
are taken at once; others are told to come again (503), and texts have a largest length (422).
"""

from __future__ import annotations

import os
import threading

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

import lith

LABELS = ["news", "sport", "weather"]
AT_ONCE = 32

app = FastAPI()
lith.set_num_threads(1)
program = lith.load(os.environ["LITH_PROGRAM"])
free = threading.BoundedSemaphore(AT_ONCE)


class Text(BaseModel):
    text: str = Field(max_length=10_000)


class Answer(BaseModel):
    label: str
    scores: list[float]


@app.post("/classify")
def classify(request: Text) -> Answer:
    if not free.acquire(blocking=False):
        raise HTTPException(503, "too many requests at once", {"Retry-After": "1"})
    try:
        best, scores = program(request.text)
    finally:
        free.release()
    return Answer(label=LABELS[best], scores=scores)


@app.get("/health")
def health() -> dict[str, str]:
    return {"program": repr(program)}
