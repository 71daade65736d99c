"""Operators that change their left side: of lists of run time, subclasses of containers, deques."""

import copy
from collections import OrderedDict, deque

import torch
from language.harness import case


def L(*items):
    return torch.tensor(items, dtype=torch.long)


class Row(list):
    def total(self):
        return sum(self)


class Table(dict):
    def __missing__(self, key):
        return -1


def repeated_list(x):
    m = [1]
    n = m
    for v in x.tolist():
        if v > 2:
            m *= 2
        else:
            m += [v]
    return m, m is n


def subclass_of_list(x):
    m = Row()
    n = m
    for v in x.tolist():
        m += [v]
        if v > 2:
            m *= 2
    return m.total(), m is n, type(m).__name__, m + [1]


def subclass_of_dict(x):
    d = Table(a=1)
    e = d
    d |= {i: v for i, v in enumerate(x.tolist())}
    return type(d).__name__, d is e, d[99], dict(d)


def from_pairs(x):
    d, e = {}, OrderedDict(first=0)
    d |= [(1, 2), ("a", 3)]
    for v in x.tolist():
        d |= [(v, 1)]
    e |= [(i, v) for i, v in enumerate(x.tolist())]
    f = OrderedDict((v, i) for i, v in enumerate(x.tolist()))
    try:
        d | [(1, 2)]
    except TypeError as error:
        print(error)
    return d, e, f


def deques(x, k):
    d = deque(x.tolist(), maxlen=k)
    e = d
    d += [7, 8]
    log = []
    for attempt in (
        lambda: d.insert(1, 30),
        lambda: d.index(7),
        lambda: d.remove(8),
        lambda: d.remove(99),
        lambda: d.index(77),
        lambda: d + [1],
    ):
        try:
            log.append(attempt())
        except (IndexError, ValueError, TypeError) as error:
            log.append(str(error))
    c = d.copy()
    c.append(100)
    f = d + deque([1])
    f *= 2
    return log, d, d is e, c, c.maxlen, copy.copy(d), f


def unhashable(x):
    d, log = {}, []
    for key in ([1], x.tolist()):
        try:
            log.append(d[key])
        except TypeError as error:
            log.append(str(error))
        try:
            log.append(key in d)
        except TypeError as error:
            log.append(str(error))
    if x.sum() > 3:
        log.append("more")
    return log


class Checked:
    """A descriptor that sees to writes only."""

    def __set_name__(self, owner, name):
        self.name = name

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f"{self.name}: {value}")
        instance.__dict__[self.name] = value


class Limits:
    low = Checked()

    def __init__(self, low):
        self.low = low


def written_by_descriptor(x):
    out = []
    for v in x.tolist():
        try:
            out.append(Limits(v).low)
        except ValueError as error:
            out.append(str(error))
    return out


def ends_of_lines(x):
    for i, v in enumerate(x):
        print(f"{v:.2f}", end=" " if i % 2 else "\n")
        print(i, i, sep="-" if i % 2 else None)


def iterator_made_here(x):
    class Taking:
        def __init__(self, data):
            self.data = data
            self.i = 0

        def __iter__(self):
            return self

        def __next__(self):
            if self.i >= len(self.data):
                raise StopIteration
            self.i += 1
            return self.data[self.i - 1]

    it = Taking(x.tolist())
    return next(it, "none"), next(it, "none"), list(it)


def causes(x):
    out = []
    for v in x.tolist():
        try:
            try:
                10 // v
            except ZeroDivisionError as error:
                raise ValueError(f"v{v}") from error
            if v > 2:
                raise KeyError("k")
        except Exception as error:
            cause = error.__cause__
            name, args = type(cause).__name__, cause.args if cause is not None else None
            out.append((str(error), repr(cause) if cause else "no", name, args))
    return out


CASES = [
    case(repeated_list, lambda: [(L(1, 2, 3),), (L(),), (L(5, 1, 4),)]),
    case(subclass_of_list, lambda: [(L(1, 2, 3),), (L(2),), (L(),)]),
    case(subclass_of_dict, lambda: [(L(1, 2, 3),), (L(),)]),
    case(from_pairs, lambda: [(L(1, 2, 3),), (L(),)]),
    case(deques, lambda: [(L(1, 2, 3), 3), (L(2), None), (L(1, 2), 9)]),
    case(unhashable, lambda: [(L(1, 2, 3),), (L(),)]),
    case(written_by_descriptor, lambda: [(L(1, -2, 3),), (L(),)]),
    case(ends_of_lines, lambda: [(torch.tensor([1.0, 2.0, 3.0]),), (torch.tensor([]),)]),
    case(iterator_made_here, lambda: [(L(1, 2, 3),), (L(),), (L(4),)]),
    case(causes, lambda: [(L(1, 0, 3),), (L(),)]),
]
