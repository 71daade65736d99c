"""Tuples whose length only run time knows; calls with *arguments of such a length."""

from dataclasses import dataclass

from language.harness import case
import torch

T = torch.tensor


def parts_of_tensor(x):
    parts = x.unbind(0)
    out = torch.zeros_like(parts[0])
    for part in parts:
        out = out * 0.5 + part
    a = torch.split(x, 2, dim=1)
    doubled = [t * 2 for t in a]
    return out, parts[-1], len(parts), parts[1:], parts, doubled, torch.cat(a[:-1] + (a[-1],), 1)


def unpacked(x):
    q, k, v = (t.transpose(0, 1) for t in x.chunk(3, -1))
    return q, k, v


def operations(values):
    a = tuple(v * 2 for v in values)
    b = a + (7,)
    c = (0,) + a
    d = {b: 1}
    d[a] = 2
    same = b == c, a == tuple(v * 2 for v in values), a != b, b < c, a == list(a), b in {a, b}
    kind = isinstance(a, tuple), isinstance(a, list), type(a) is tuple
    parts = a * 2, b[::-1], b[1:], [*b, 1], (*b, 2), sorted(b), list(b), tuple(reversed(b))
    return (
        a,
        b,
        c,
        str(d),
        same,
        kind,
        parts,
        str(a),
        f"{b}",
        4 in a,
        b.index(7),
        a.count(2),
        max(b),
    )


def errors(values, k):
    a = tuple(v for v in values)
    log = []
    try:
        log.append(a[k])
    except IndexError as e:
        log.append(str(e))
    for attempt in (lambda: a["x"], lambda: a + [1], lambda: a * a, lambda: a < [1]):
        try:
            attempt()
        except TypeError as e:
            log.append(str(e))
    try:
        a[0] = 3
    except TypeError as e:
        log.append(str(e))
    return log


def grows(x, n):
    seqs = [((), 0.0)]
    for i in range(n):
        new = []
        for s, score in seqs:
            for k in range(2):
                new.append((s + (k,), score + float(x[0]) * k))
        new.sort(key=lambda q: -q[1])
        seqs = new[:2]
    grown = ()
    for v in x:
        grown = grown + (v,)
    return seqs, [list(s) for s, _ in seqs], grown


def columns(pairs):
    kept = [(a, b * 2) for a, b in pairs if a > 0]
    for column in zip(*kept):
        print(column)
    try:
        xs, ys = zip(*kept)
    except ValueError as e:
        return str(e)
    return xs, ys, torch.tensor(ys)


def spread(x):
    def f(a, b, c=7, *, k=1):
        return a + b + c * k

    return [f(*row.tolist(), k=2) for row in x]


def spread_to_rest(x):
    def f(a, *rest, k=1):
        return a, rest, sum(rest) * k

    print("row", *x[0].tolist(), "end", sep="-")
    return [f(*row.tolist(), k=2) for row in x], (lambda *a: a)(*x[0].tolist())


@dataclass
class Point:
    x: float
    y: float = 2.0


def spread_to_class(x):
    points = [Point(*row.tolist()) for row in x]
    return [p.x * p.y for p in points]


def rows():
    return [
        (T([[1.0, 2.0, 3.0]] * 2),),
        (T([[1.0, 2.0]]),),
        (T([[1.0]]),),
        (T([[1.0] * 5]),),
        (T([[1.0] * 4]),),
    ]


def matrices():
    return [(torch.arange(24.0).reshape(4, 6),), (torch.ones(2, 3),), (torch.ones(1, 4),)]


CASES = [
    case(parts_of_tensor, matrices),
    case(unpacked, matrices),
    case(operations, lambda: [([1, 2, 3],), ([],), ([5],)]),
    case(errors, lambda: [([1, 2, 3], 1), ([], 0), ([5], -3)]),
    case(grows, lambda: [(T([3.0, 1.0]), 3), (T([9.0]), 0), (T([0.5, 0.25, 1.0]), 5)]),
    case(columns, lambda: [([(1, 2.0), (3, 4.0)],), ([(-1, 2.0)],)], tool=False),
    case(spread, rows),
    case(spread_to_rest, rows),
    case(spread_to_class, rows),
]
