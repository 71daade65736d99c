"""16: a raise in an untaken branch does not fire; a taken one fires at its line."""

from language.harness import case
import torch

T = torch.tensor


class ShapeProblem(ValueError):
    pass


def negative(x):
    if x.min() < 0:
        raise ValueError("negative input")
    return x.sqrt()


def formatted(x, limit):
    if x.sum() > limit:
        raise ShapeProblem(f"sum over {limit}: {x.shape[0]} elements")
    return x.sum()


def asserted(x):
    assert x.max() < 10, "too large"
    assert x.dim() == 1
    return x + 1


def wrong_operator(x):
    if x.sum() > 100:
        return x @ torch.zeros(7, 3)
    return x


def caught(x):
    try:
        if x > 0:
            raise KeyError("k")
        return x
    except KeyError as e:
        return str(e), e.args[0]


CASES = [
    case(negative, lambda: [(T([4.0]),), (T([-4.0]),)]),
    case(formatted, lambda: [(T([4.0]), 5), (T([4.0, 2.0]), 5), (T([4.0, 2.0, 1.0]), 6)]),
    case(asserted, lambda: [(T([4.0]),), (T([40.0]),)]),
    case(wrong_operator, lambda: [(T([4.0, 1.0]),), (T([400.0, 1.0]),)], message=False),
    case(caught, lambda: [(T(1.0),), (T(-1.0),)]),
]
