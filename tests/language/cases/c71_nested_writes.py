"""71: `res["a"][0] = i` and `res[0]["a"] = i` in a loop and an if."""

from language.harness import case
import torch

T = torch.tensor


def list_in_dict(x, n):
    res = {"a": [0, x]}
    for i in range(n):
        if x.sum() > i:
            res["a"][0] = i
        else:
            res["a"][1] = x * i
    return res


def dict_in_list(x, n):
    res = [{"a": x}, {}]
    for i in range(n):
        res[0]["a"] = res[0]["a"] + i
        if i > 1:
            res[1]["b"] = i
    return res


CASES = [
    case(list_in_dict, lambda: [(T([2.0]), 4), (T([2.0]), 0)]),
    case(dict_in_list, lambda: [(T([2.0]), 4), (T([2.0]), 1)]),
]
