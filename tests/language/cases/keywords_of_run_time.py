"""f(**keywords) where paths have other keys."""

import torch

from language.harness import case

T = torch.tensor


def f(a, b=2, *, c=3):
    return a + b * 10 + c * 100


class C:
    def __init__(self, a, b=5):
        self.a, self.b = a, b

    def m(self, x, y=1):
        return x * y + self.a


def opts(x, n):
    d = {"a": n}
    if x[0] > 0 and n > 1:
        d["c"] = 7
    if n == 3:
        d["b"] = 0
    return f(**d), C(**{k: v for k, v in d.items() if k != "c"}).b


def missing(x, n):
    d = {}
    if n > 1:
        d["a"] = n
    if n > 2:
        d["zz"] = n
    return f(**d)


def double(x, n):
    d = {"b": 1} if n > 1 else {"a": 3}
    if n == 6:
        d["q"] = 1
    return f(n, **d)


def method(x, n):
    d = {}
    for i in range(n):
        d["xy"[i % 2]] = i
    if n < 1:
        d["x"] = 9
    return C(1).m(**d)


def star_kw(a, b=2, c=3):
    return a + b * c


def path_kw(x):
    d = {"a": x}
    if x.sum() > 0:
        d["b"] = 5
    else:
        d["c"] = 7
    return star_kw(**d)


N = lambda: [(T([1.0, 2.0, 3.0]), n) for n in (0, 1, 2, 3, 6)]
CASES = [case(g, N, straight=True) for g in (opts, missing, double, method)]
CASES += [case(path_kw, lambda: [(T([1.0]),), (T([-1.0]),)])]
