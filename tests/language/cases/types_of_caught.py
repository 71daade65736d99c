"""`type(e)` of what an operation raised, as a result, in containers and beside others."""

from language.harness import case
import torch


def given_back(x):
    try:
        return x.reshape(7)
    except (TypeError, RuntimeError) as caught:
        return type(caught), str(caught)


def of_several(x):
    try:
        return [1, 2][int(x.sum())] if x.sum() > 0 else {}[int(x.sum())]
    except LookupError as caught:
        return type(caught), caught.args


def collected(x):
    found = []
    for size in (2, 3, 5):
        try:
            x.reshape(size)
            found.append(None)
        except RuntimeError as caught:
            found.append({"type": type(caught), "name": type(caught).__name__, "is": type(caught) is RuntimeError})
    return found


X = torch.ones(2)
CASES = [
    case(given_back, lambda: [(X,), (torch.ones(7),)]),
    case(of_several, lambda: [(X,), (-X,), (X / 4,)]),
    case(collected, lambda: [(X,), (torch.ones(3),)], straight=True),
]
