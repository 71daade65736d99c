"""Operators that write over an operand which they also read as another one."""

from language.harness import case
import torch

T = torch.tensor


def kept_by_mass(scores, p):
    """What top-p sampling keeps."""
    ordered, indices = torch.sort(scores)
    removed = ordered.softmax(-1).cumsum(-1) <= 1 - p
    removed[..., -1:] = 0
    return scores.masked_fill(removed.scatter(1, indices, removed), -float("inf"))


order = T([2, 0, 1])


def scattered(x):
    a, b, c, d, e, f = x * 2, x * 3, x * 4, x * 5, x > 1, x * 6
    place = order.expand(3, 3).contiguous()
    return (
        a.scatter(1, a.argsort(1), a),
        b.index_add(0, order, b),
        c.index_put((order,), c),
        d.index_copy(0, order, d),
        e.masked_scatter(e, e),
        (x + 1).scatter_add(1, place, x + 1),
        f.scatter_reduce(1, place, f, "amax"),
    )


X = T([[1.0, -2.0, 0.5], [3.0, 0.1, 2.0], [-1.0, -0.5, 4.0]])
CASES = [
    case(kept_by_mass, lambda: [(X, 0.8), (-X, 0.3)], straight=True),
    case(scattered, lambda: [(X,), (X.flip(0),)], straight=True),
]
