"""31: a value of dynamic rank made in a loop, kept in a dict."""

from language.harness import case
import torch

T = torch.tensor


def grows(x, n):
    d = {"value": x}
    for _ in range(n):
        d["value"] = d["value"].unsqueeze(0)
    return d


def rank_by_condition(x):
    d = {"y": x, "n": 0}
    while d["y"].dim() < 4 and d["y"].sum() > 0:
        d["y"] = torch.stack([d["y"], d["y"]]) - 1
        d["n"] += 1
    return d["y"] * 2, d["n"], d["y"].dim()


def printed(x, n):
    y = x
    for _ in range(n):
        y = y[None]
    print(y.shape, y)
    return y + 1


CASES = [
    case(grows, lambda: [(T([1.0, 2.0]), 2), (T([1.0, 2.0]), 0), (T([1.0, 2.0]), 5)]),
    case(rank_by_condition, lambda: [(T([4.0]),), (T([1.0]),), (T([-1.0]),)]),
    case(printed, lambda: [(T([1.0]), 1), (T([1.0]), 3)]),
]
