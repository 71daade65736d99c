"""The same of what is passed."""

from __future__ import annotations

import types


def looks(w: types.SimpleNamespace) -> dict[str, object]:
    Base, Other, Sub = w.Base, w.Other, w.Sub

    # --- of arguments
    def look_given(o, same):
        return o.rate, o.method(), o.double, hasattr(o, "extra"), same.rate

    def look_given_special(contained, plain):
        return len(contained), bool(plain), contained(1), 1 in contained

    def look_given_type(o, plain):
        return isinstance(o, Other), type(o) is Sub, isinstance(plain, Base)

    def look_given_slot(slotted):
        return hasattr(slotted, "empty"), getattr(slotted, "full", "default")

    def look_given_function(function, partly):
        return function(), function(2), partly(), function.tag

    def look_given_layer(layer, x):
        return layer(x) + layer.inner(x).sum() * 0

    def look_given_containers(held, listed, mapped):
        return held["o"].rate, len(listed), listed[:1], list(mapped), 7 in listed

    return locals()
