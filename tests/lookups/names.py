"""Functions with their defaults, names and containers."""

from __future__ import annotations

import types

LIMIT = 3
TABLE = {"a": 1, "b": 2}
NAMES = ["a", "b"]


def helper(x: int = 1, *, by: int = 10) -> int:
    return x + by


def other_helper(x: int = 7, *, by: int = 70) -> int:
    return x * by


def looks(w: types.SimpleNamespace) -> dict[str, object]:
    cell, function, grown, held, listed, mapped = (
        w.cell,
        w.function,
        w.grown,
        w.held,
        w.listed,
        w.mapped,
    )
    pair, partly, settings = w.pair, w.partly, w.settings

    def set_cell(value):
        nonlocal cell
        cell = value

    # --- functions
    def look_default():
        return function()

    def look_keyword_default():
        return function(2)

    def look_function_attribute():
        return function.tag, getattr(function, "other", "default")

    def look_partial():
        return partly()

    def look_global_function():
        return helper()

    def look_name_of_a_function():
        return function.__name__, function.__doc__, function.__module__

    def look_mutable_default():
        return grown()

    # --- names
    def look_global():
        return LIMIT

    def look_builtin():
        return max(1, 2)

    def look_cell():
        return cell

    def look_module():
        return settings.LEVEL, getattr(settings, "other", "default")

    def look_module_function():
        return settings.run()

    # --- containers
    def look_list_item():
        return listed[0]

    def look_list_length():
        return len(listed)

    def look_list_contains():
        return 7 in listed

    def look_list_sum():
        return sum(listed)

    def look_dict_item():
        return mapped["a"]

    def look_dict_get():
        return mapped.get("z", "default")

    def look_dict_contains():
        return "z" in mapped, len(mapped)

    def look_dict_keys():
        return list(mapped), list(TABLE.items()), NAMES[-1]

    def look_held():
        return held["o"].rate

    def look_pair():
        return pair[0].rate + pair[1].rate

    return locals()
