"""The list of refused operators names what PyTorch has: its entries are all looked at."""

from __future__ import annotations

from ops import refusals, samples, test_errors, test_modules


def test_names_are_of_operators_and_modules() -> None:
    names = {
        "samples": set(map(samples.name_of, samples.operators())),
        "errors": set(map(samples.name_of, test_errors.operators())),
        "modules": set(map(test_modules.name_of, test_modules.modules())),
    }
    for section, known in names.items():
        assert not set(refusals.known(section)) - known
