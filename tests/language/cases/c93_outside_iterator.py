"""93: an external `list.append` happens on every call."""

from language.harness import case
import torch

T = torch.tensor
LOG = []


def appended(x):
    LOG.append(x.shape[0])
    if x.sum() > 0:
        LOG.append("positive")
    return len(LOG)


def to_argument(x, out):
    out.append(x)
    if len(out) > 2:
        out.pop(0)
    return out


CASES = [
    case(appended, lambda: [(T([1.0]),), (T([-1.0]),), (T([1.0]),)], artifact=False, ordered=True),
    case(to_argument, lambda: [(T([1.0]), []), (T([1.0]), [1, 2])]),
]
