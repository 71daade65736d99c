"""Objects that each path makes on its own and that must not become one: partials, exceptions."""

import contextlib
import functools

from language.harness import case
import torch

T = torch.tensor


def partials_by_keyword(x):
    f = functools.partial(torch.clamp, min=0.0)
    if x.sum() > 0:
        f = functools.partial(torch.clamp, max=1.5)
    return f(x)


def partial_of_partial(x):
    f = functools.partial(lambda a, b=0, c=1: a * 3 + b * 7 + c, b=5)
    if x.sum() > 0:
        f = functools.partial(f, c=4)
    return f(2)


def assertions(x):
    try:
        assert x.sum() > 0, f"negative {x.shape}"
        assert x.shape[0] == 4
    except AssertionError as e:
        return str(e), e.args
    return None


class Failure(Exception):
    pass


def text_of_exception(x):
    try:
        if x.sum() == 0:
            raise Failure("a", 1)
        raise Failure(x.shape[0])
    except Failure as e:
        return repr(e), str(e), e.args


@contextlib.contextmanager
def swallow(*kinds):
    try:
        yield
    except kinds as e:
        print("swallowed", type(e).__name__, e)


def way_after_swallowed(x):
    with swallow(ValueError, KeyError):
        if x.sum() > 0:
            raise ValueError("positive")
        if x.sum() == 0:
            raise RuntimeError("zero")
        return "negative"
    return "swallowed"


def views_of_dicts(x):
    a, b = {"k": x}, {"k": x, "l": x + 1}
    view = a.items() if x.sum() > 0 else b.items()
    return [(k, v) for k, v in view]


def text_of_device(x):
    return str(x.device), f"{x.device} {x.dtype}", x + 1


class Held:
    def __init__(self, x):
        self.parts = (x + 1, {"k": x})
        self.rows = [x]


def object_of_one_path(x):
    held = None
    if x.sum() > 0:
        held = Held(x)
    return held if held is None else (held, held.parts[0])


CALLS = lambda: [(T([1.0, 2.0]),), (T([-1.0]),), (T([0.0]),)]


def views_of_ranks(x):
    """Views of one form, of tensors of different ranks."""
    mean = x.sum().view(-1, 1) if x.size(0) == 1 else x.mean(1).view(-1, 1)
    return x - mean


def what_is_called(x):
    layer = torch.nn.functional.relu if x.sum() > 0 else x
    return callable(x), callable(layer), callable(torch.nn.Linear)


CASES = [
    case(f, CALLS)
    for f in (
        partials_by_keyword, partial_of_partial, assertions, text_of_exception,
        way_after_swallowed, views_of_dicts, object_of_one_path,
    )
]  # fmt: skip
CASES += [
    case(text_of_device, CALLS, straight=True),
    case(views_of_ranks, lambda: [(torch.ones(1, 2),), (torch.ones(3, 2),)]),
    case(what_is_called, lambda: [(torch.ones(2),), (-torch.ones(2),)]),
]
