"""json.dumps of values of run time, operators of numbers called by their names, dict.items() sorted."""

import json

import torch

from language.harness import case


def shown(x, n):
    f = float(x.sum())
    return (
        float.__repr__(f),
        int.__repr__(n),
        str.__repr__(str(n)),
        f.__repr__(),
        n.__str__(),
        float.__add__(f, 1.0),
        int.__mul__(n, 2),
        str.__len__(str(n)),
        list.__len__([n]),
    )


def items(x, n):
    d = {"b": n, "a": x.sum(), "c": float(x[0]), 3.0: 1}
    d.pop(3.0)
    return (
        sorted(d.items()),
        sorted(d.items(), reverse=True),
        sorted([(1, n), (1, n - 2), (0, n)]),
    )


def dumps(x, n):
    d = {
        "b": n,
        "a": [float(x[0]), None, True, {"z": n / 2, "y": 't"é'}],
        "c": {},
        "f": float("inf") if n > 3 else 1e-07,
    }
    return (
        json.dumps(d, indent=2, sort_keys=True),
        json.dumps(d),
        json.dumps([n, "x"]),
        json.dumps(x.tolist()),
    )


def loads(x, n):
    return (json.loads('{"a": [1, 2.5, null, true, "x\\u00e9"]}'), json.loads(json.dumps({"n": 3})))


class Meters(float):
    def __add__(self, o):
        return Meters(float.__add__(self, o))

    def __mul__(self, o):
        return Meters(super().__mul__(o))

    def __repr__(self):
        return f"{float.__repr__(self)}m"


class Cnt(int):
    def __add__(self, o):
        return Cnt(int.__add__(self, o))

    def __lt__(self, o):
        return not int.__lt__(self, o)


def metres(x, n):
    m = Meters(float(x[0])) + 2.5
    k = m * 2
    return (repr(m), repr(k), float(k), type(k).__name__)


def without_instance(x, n):
    said = [int.__pow__(2, 3, 5), int.__add__(n, 2.5), float.__add__(2.5, n)]
    for method in (str.lower, dict.get, list.__getitem__):
        try:
            method()
        except TypeError as e:
            said.append(str(e))
    for method in (float.__repr__, int.__add__):
        try:
            method()
        except TypeError as e:
            said.append(type(e).__name__)
    return said


def counts(x, n):
    c = Cnt(n) + 4
    return (int(c), c < 3, Cnt(2) < n, type(c).__name__)


X = lambda: [(torch.arange(6.0), 3), (torch.tensor([3.0, -1.0, 2.0, 5.0]), 1), (torch.zeros(3), 5)]  # noqa: E731
CASES = [
    case(f, X, straight=True)
    for f in (shown, items, dumps, loads, metres, without_instance, counts)
]
