"""50: `feats['key'][-2]` read while appending in a loop."""

from language.harness import case
import torch

T = torch.tensor


def features(x, n):
    feats = {"key": [x, x + 1]}
    for i in range(n):
        feats["key"].append(feats["key"][-2] + feats["key"][-1] * i)
    return feats["key"][-2], len(feats["key"])


def until(x):
    feats = {"key": [x, x]}
    while feats["key"][-1].sum() < 20:
        feats["key"].append(feats["key"][-2] + feats["key"][-1])
    return feats


def too_far(x, k):
    items = []
    for v in x:
        items.append(v)
        if len(items) > 2:
            v = items[-3]
    return items[-k]


CASES = [
    case(features, lambda: [(T([1.0]), 3), (T([1.0]), 0)]),
    case(until, lambda: [(T([1.0]),), (T([30.0]),)]),
    case(too_far, lambda: [(T([1.0, 2.0, 3.0]), 2), (T([1.0]), 2)]),
]
