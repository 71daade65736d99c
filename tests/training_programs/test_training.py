"""Programs in the manner of the field's examples, trained for ten steps as eager trains them."""

from __future__ import annotations

from typing import Any

import pytest

from training_programs import decisions, generative, language, methods, vision
from training_programs.harness import check

PROGRAMS = [
    each
    for module in (vision, generative, language, decisions, methods)
    for each in vars(module).values()
    if hasattr(each, "tolerance")
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("way", ["across", "inside"])
def test_training(program: Any, way: str) -> None:
    check(program, way, program.tolerance)
