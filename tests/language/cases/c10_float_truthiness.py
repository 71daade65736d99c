"""10: truthiness of floats, ints, containers and tensors: `if mean:`, `not x`."""

from language.harness import case
import torch

T = torch.tensor


def mean_as_condition(x):
    mean = x.mean()
    if mean:
        return x / mean
    return x


def item_as_condition(x):
    if x.sum().item():
        return "some"
    return "zero"


def negated(x):
    if not x:
        return 1
    return not x, not not x


def number(n, f):
    out = []
    if n:
        out.append("n")
    if f:
        out.append("f")
    if not (n or f):
        out.append("none")
    return out, bool(n), bool(f)


def shapes_and_lists(x):
    found = [v for v in x.tolist() if v > 0]
    if not found:
        return "empty"
    if x.shape[0]:
        return len(found)
    return -1


CASES = [
    case(
        mean_as_condition, lambda: [(T([1.0, 3.0]),), (T([1.0, -1.0]),), (T([float("nan"), 1.0]),)]
    ),
    case(item_as_condition, lambda: [(T([1.0, 3.0]),), (T([1.0, -1.0]),)]),
    case(negated, lambda: [(T(0.0),), (T(0.5),), (T([2]),)]),
    case(number, lambda: [(0, 0.0), (1, 0.0), (0, -0.5), (-2, float("nan"))]),
    case(shapes_and_lists, lambda: [(T([1.0, -1.0]),), (T([-1.0]),)]),
]
