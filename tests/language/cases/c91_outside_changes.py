"""90, 91, 92: globals and attributes of objects that change between calls are seen."""

from language.harness import case
import torch

T = torch.tensor
SCALE = 2
OPTIONS = {"shift": 1}


class Config:
    def __init__(self):
        self.k = 3
        self.mode = "mul"


CONFIG = Config()


def change(i):
    import sys

    m = sys.modules[__name__]
    m.SCALE = 2 + i // 2
    m.OPTIONS["shift"] = i
    m.CONFIG.mode = "add" if i % 2 else "mul"
    m.CONFIG.k = 3 - i


def uses_global(x):
    return x * SCALE + OPTIONS["shift"]


def uses_object(x):
    if CONFIG.mode == "add":
        return x + CONFIG.k
    return x * CONFIG.k


def new_global(x):
    global LAST
    if x.sum() > 0:
        LAST = x.shape[0]
        return LAST
    return LAST + 1


CASES = [
    case(uses_global, lambda: [(T([1.0]),)] * 4, before=change, artifact=False, straight=True),
    case(uses_object, lambda: [(T([1.0]),)] * 4, before=change, artifact=False),
    case(
        new_global,
        lambda: [(T([1.0]),), (T([-1.0]),), (T([1.0, 1.0]),)],
        artifact=False,
        ordered=True,
    ),
]
