"""The examples of the operator table: what they say is true, compiled; what they reject raises."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest
import torch

import lith

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("LITH_PREFIX", ROOT / "build/install")).parent
TABLE = json.loads((BUILD / "compiler/ops/examples.json").read_text(encoding="utf-8"))
EXAMPLES = [text for operator in TABLE for text in operator["examples"]]
REJECTED = [text.split(": ", 1)[1] for operator in TABLE for text in operator["rejects"]]


def function_of(text: str, folder: Path):
    file = folder / "operator_example.py"
    file.write_text(
        f"import math\n\nimport torch\n\n\ndef example():\n    return {text}\n", encoding="utf-8"
    )
    spec = importlib.util.spec_from_file_location("operator_example", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.example


@pytest.mark.parametrize("text", EXAMPLES)
def test_example(text: str, tmp_path: Path) -> None:
    example = function_of(text, tmp_path)
    assert bool(torch.as_tensor(example()).all()), "eager disagrees with the example"
    assert bool(torch.as_tensor(lith.to_static(example)()).all())


@pytest.mark.parametrize("text", REJECTED)
def test_rejected(text: str, tmp_path: Path) -> None:
    example = function_of(text, tmp_path)
    with pytest.raises(Exception) as eager:  # noqa: PT011 - the class is compared
        example()
    with pytest.raises(type(eager.value)):
        lith.to_static(example)()
