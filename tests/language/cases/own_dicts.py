"""obj.__dict__ and vars(obj), read and written."""

from language.harness import case
import torch

T = torch.tensor


class Options:
    def __init__(self, **given):
        self.__dict__.update(given)
        vars(self)["set"] = 4
        self.__dict__.setdefault("more", 5)
        del self.__dict__["more"]

    def has(self, name):
        return name in self.__dict__


def written(x):
    o = Options(a=x, b=2)
    if x.sum() > 0:
        o.__dict__["c"] = x + 1
        o.__dict__.pop("b")
    items = {k: v for k, v in o.__dict__.items()}
    return o.a, getattr(o, "b", None), getattr(o, "c", None), sorted(vars(o)), o.has("c"), items


class Proxy:
    def __init__(self, fields):
        self.__dict__["fields"] = dict(fields)

    def __getattr__(self, name):
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(f"no {name}") from None

    def __setattr__(self, name, value):
        self.fields[name] = value


def behind_getattr(x):
    p = Proxy({"k": x})
    p.z = p.k + 1
    if x.sum() > 0:
        p.k = p.k * 2
    return p.k, p.z, hasattr(p, "q")


def missing(x):
    p = Proxy({"k": x})
    return p.q if x.sum() > 0 else p.k


CALLS = lambda: [(T([1.0, 2.0]),), (T([-1.0]),)]
CASES = [case(f, CALLS) for f in (written, behind_getattr, missing)]
