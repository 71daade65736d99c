"""How many operators and modules have gradients as eager has them, as the strict lists say.

What is refused as a whole is no part of it: refused.toml lists that.
"""

from __future__ import annotations

from typing import Any

import pytest

from ops import refusals, samples
from ops.test_gradients import LISTED, operators
from ops.test_gradients_second import twice_differentiable
from ops.test_modules import modules, name_of

# The list of gradients.toml, and the share that is not in it.
SHARES = {"different": 0.99, "across": 0.99, "second": 0.95, "kept": 0.98, "modules": 0.99}


def compiled(found: list[Any], names: Any, *sections: str) -> set[str]:
    """The names of what is not refused as a whole."""
    refused = {
        name
        for section in sections
        for name, reasons in refusals.known(section).items()
        if isinstance(reasons, str)
    }
    return {names(each) for each in found} - refused


@pytest.mark.parametrize("listed", SHARES)
def test_gradients_share(listed: str) -> None:
    if listed == "modules":
        all_of = compiled(modules(), name_of, "modules")
    else:
        found = twice_differentiable() if listed == "second" else operators()
        all_of = compiled(found, samples.name_of, "samples", "gradients")
    wrong = set(LISTED[listed])
    assert wrong <= all_of
    share = 1 - len(wrong) / len(all_of)
    print(f"{listed}: {share:.1%} of {len(all_of)}")
    assert share >= SHARES[listed]
