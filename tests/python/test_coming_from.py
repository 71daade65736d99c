"""The pages for those who come from torch.jit, paddle.jit and tf.function, against what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch

import lith

DOCS = Path(__file__).parents[2] / "docs"
PADDLE = """to_static save load TranslatedLayer not_to_static ignore_module enable_to_static set_code_level
    set_verbosity api dy2static sot marker""".split()
FUNCTION = """input_signature autograph jit_compile reduce_retracing experimental_implements experimental_attributes
    experimental_autograph_options get_concrete_function experimental_get_compiler_ir python_function function_spec
    pretty_printed_concrete_signatures""".split()
AUTOGRAPH = """to_graph to_code set_verbosity trace experimental.do_not_convert experimental.set_loop_options
    experimental.Feature""".split()


def rows(page: str) -> list[tuple[str, str]]:
    """The first two cells of each row of the tables of a page."""
    found = [
        line.strip("|").split("|")
        for line in (DOCS / page).read_text().splitlines()
        if line[:1] == "|"
    ]
    return [(cells[0], cells[1]) for cells in found if "---" not in cells[0]]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_name_of_torch_jit_has_a_row() -> None:
    listed = [name for cell, _ in rows("from-torch-jit.md") for name in names(cell)]
    public = {name for name in dir(torch.jit) if not name.startswith("_")} | set(torch.jit.__all__)
    public |= {"is_tracing", "ScriptWarning"}
    assert sorted(listed) == sorted(set(listed)) and public <= set(listed)
    assert set(listed) <= public, "is no name of torch.jit"


def test_every_name_of_paddle_and_tensorflow_has_a_row() -> None:
    listed = [name for cell, _ in rows("from-paddle-and-tensorflow.md") for name in names(cell)]
    wanted = [f"paddle.jit.{name}" for name in PADDLE] + ["paddle.static.InputSpec", "tf.function"]
    wanted += FUNCTION + [f"tf.autograph.{name}" for name in AUTOGRAPH]
    wanted += ["tf.TensorSpec", "tf.saved_model.save", "tf.saved_model.load"]
    assert sorted(listed) == sorted(wanted)


@pytest.mark.parametrize("page", ["from-torch-jit.md", "from-paddle-and-tensorflow.md"])
def test_every_name_of_lith_exists(page: str) -> None:
    for first, second in rows(page):
        if first.strip() in ("torch.jit", "Paddle", "TensorFlow"):
            continue
        assert names(second) or second.strip() in ("none", "the exception itself"), first
        for name in names(second):
            found = lith if name.startswith("lith.") else __builtins__
            for part in name.removeprefix("lith.").split("."):
                found = found[part] if isinstance(found, dict) else getattr(found, part)


def test_every_public_name_of_lith_is_said_to_be_public() -> None:
    for name in lith.__all__:
        assert getattr(lith, name).__doc__ or name == "Final", name
