"""Modules that nobody has imported before, and such that there are not."""

import torch
from language.harness import case


def first_time(x, n: int):
    import this_module_is_absent_from_everywhere as absent  # noqa: F401

    return x


def optional(x, n: int):
    try:
        import this_module_is_absent_from_everywhere as fast
    except ImportError as error:
        fast = None
        said = str(error)
    return x + n if fast is None else fast(x), said


def absent_name(x, n: int):
    try:
        from math import no_such_function
    except ImportError as error:
        return x, str(error), type(error).__name__
    return no_such_function(x)


def absent_part(x, n: int):
    if n > 1:
        from torch.nn import no_such_layer

        return no_such_layer
    return x * n


def not_yet_imported(x, n: int):
    import colorsys
    import xml.sax.saxutils as texts
    from wsgiref import util

    red = colorsys.rgb_to_hsv(1.0, 0.5, 0.25)
    return x * n, red, texts.escape("a<b"), util.__name__


X = lambda: [(torch.tensor([1.0, 2.0]), 1), (torch.tensor([2.0]), 2)]  # noqa: E731

CASES = [
    case(first_time, X, straight=True),
    case(optional, X, straight=True),
    case(absent_name, X, straight=True),
    case(absent_part, X),
    case(not_yet_imported, X, straight=True),
]
