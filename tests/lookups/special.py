"""What special methods answer, and identity."""

from __future__ import annotations

import types


def looks(w: types.SimpleNamespace) -> dict[str, object]:
    contained, held, layer, named, o, plain = w.contained, w.held, w.layer, w.named, w.o, w.plain
    row, same = w.row, w.same

    # --- special methods
    def look_len():
        return len(contained)

    def look_truth():
        return bool(plain), "yes" if contained else "no"

    def look_equal():
        return plain == o, plain != o

    def look_format():
        return f"{o}", format(o), f"{o!r:>8}"

    def look_repr():
        return repr(o), str(o), "%s %r" % (o, o)  # noqa: UP031

    def look_iteration():
        return [each for each in contained]

    def look_item():
        return contained[5]

    def look_contains():
        return 1 in contained, 2 in contained

    def look_call():
        return contained(1)

    def look_with():
        with contained as entered:
            return entered

    def look_add():
        return contained + 1

    def look_add_missing():
        try:
            return plain + 1
        except TypeError:
            return "TypeError"

    def look_callable():
        return callable(plain), callable(contained)

    def look_index():
        try:
            return [5, 6, 7][plain]
        except TypeError:
            return "TypeError"

    def look_sorted():
        return [each.rate for each in sorted([o, same], key=lambda each: each.rate)]

    def look_subclass_of_dict():
        try:
            return named["z"]
        except KeyError:
            return "KeyError", "a" in named, len(named)

    def look_subclass_of_list():
        return len(row), row[0], 2 in row, [each for each in row]

    def look_hash():
        return hash(o) == hash(o), {o: 1}[o]

    # --- identity
    def look_is():
        return held["o"] is held["same"]

    def look_is_not():
        return held["o"] is not same, o.size is not None

    def look_is_attribute():
        return layer.inner.weight is layer.twin.weight

    def look_is_module():
        return layer.inner is layer.twin

    return locals()
