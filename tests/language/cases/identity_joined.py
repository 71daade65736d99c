"""Tensors of which only run time knows which one they are: written, compared and returned."""

from language.harness import case
import torch

T = torch.tensor


def after_loop(x, n):
    lst = []
    y = x + 0
    for i in range(n):
        y = x * i
        lst.append(y)
    y.add_(100)
    return lst, y


def after_if(x):
    lst = []
    y = x + 0
    if x.sum() > 0:
        y = x * 2
        lst.append(y)
    y.add_(100)
    return lst, y


def both_marks(x, z):
    lst = []
    y = x + 0
    lst.append(y)
    w = y if x.sum() > 0 else z
    for i in range(3):
        lst.append(w)
    y.add_(1)
    return lst, y, w, z


def cell_or_value(x, y):
    x.add_(1)
    z = x if y.sum() > 0 else y
    return z is x, z


def cell_or_fresh(x, y):
    x.add_(1)
    z = x if y.sum() > 0 else y * 2
    z.mul_(3)
    return z, x, y


def from_list(items, n):
    x = items[n]
    x.add_(1)
    return x is items[0], x is items[n], x, items


def in_tensors(items, x):
    return any(x is t for t in items), [t is x for t in items]


def max_of(items):
    best = items[0]
    for t in items[1:]:
        if t.sum() > best.sum():
            best = t
    best.zero_()
    return best, items


def rows(x, n):
    best = x[0]
    for i in range(n):
        if x[i].sum() > best.sum():
            best = x[i]
    best.zero_()
    return best, x


def lstm(xs, h):
    for x in xs:
        h = torch.tanh(h + x)
    return h


def buffers(x, n):
    a, b = torch.zeros(3), torch.ones(3)
    for i in range(n):
        a, b = b, a
        a += x
    return a, b


def shared_views(x, n):
    y = x + 0
    v = y[0]
    w = y[1] if n > 1 else y[0]
    w.add_(5)
    return v, w, y, v is w


CASES = [
    case(after_loop, lambda: [(T([1.0]), 2), (T([1.0]), 0)]),
    case(after_if, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(both_marks, lambda: [(T([1.0]), T([5.0])), (T([-1.0]), T([5.0]))]),
    case(cell_or_value, lambda: [(T([1.0]), T([5.0])), (T([-1.0]), T([-5.0]))]),
    case(cell_or_fresh, lambda: [(T([1.0]), T([5.0])), (T([-1.0]), T([-5.0]))]),
    case(from_list, lambda: [([T([1.0]), T([5.0])], 0), ([T([1.0]), T([5.0])], 1)], straight=True),
    case(
        in_tensors,
        lambda: [(lambda t: ([T([1.0]), t], t))(T([1.0])), ([T([1.0]), T([5.0])], T([1.0]))],
    ),
    case(max_of, lambda: [([T([1.0]), T([5.0])],), ([T([5.0]), T([1.0]), T([2.0])],)]),
    case(rows, lambda: [(T([[1.0, 2.0], [5.0, 6.0]]), 2), (T([[1.0, 2.0], [5.0, 6.0]]), 1)]),
    case(
        lstm,
        lambda: [(T([[1.0, 2.0], [5.0, 6.0]]), T([1.0, 2.0])), (T([[1.0, 2.0]]), T([1.0, 2.0]))],
    ),
    case(buffers, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(
        shared_views, lambda: [(T([[1.0, 2.0], [5.0, 6.0]]), 2), (T([[1.0, 2.0], [5.0, 6.0]]), 1)]
    ),
]
