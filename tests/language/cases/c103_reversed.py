"""103: reversed over what is known, over a list of run time, and over a list that shrinks."""

from language.harness import case
import torch

T = torch.tensor


def runtime_list(x, n):
    seen = []
    for i in range(n):
        seen.append(x * i)
    total = x * 0
    for step in reversed(seen):
        total = total * 2 + step
    return total, [float(step.sum()) for step in reversed(seen)]


def forms(x):
    down = [i for i in reversed(range(2, 11, 3))]
    text = "".join(reversed("abc"))
    keys = list(reversed({"a": 1, "b": 2}))
    pair = [v * 2 for v in reversed((x, x + 1))]
    if x.sum() > 0:
        down.append(0)
    return down, text, keys, pair, list(reversed(down))


def shrinks(x, items):
    left = list(items)
    seen = []
    for item in reversed(left):
        seen.append(item)
        if x.sum() > item:
            left.pop()
            left.pop(0)
    return seen, left


def symbolic(x):
    out = []
    for i in reversed(range(x.shape[0])):
        out.append(x[i] * i)
    return out


CASES = [
    case(runtime_list, lambda: [(T([1.0, 2.0]), 3), (T([1.0, 2.0]), 0), (T([1.0, 2.0]), 1)]),
    case(forms, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(shrinks, lambda: [(T([3.0]), [1, 2, 3, 4, 5]), (T([-3.0]), [1, 2]), (T([1.0]), [])]),
    case(symbolic, lambda: [(T([1.0, 2.0, 3.0]),), (T([4.0]),)]),
]
