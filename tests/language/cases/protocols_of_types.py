"""divmod of objects, abstract classes, what a metaclass defines, attributes that types have."""

import abc
import enum

import torch

from language.harness import case

T = torch.tensor


class Num:
    def __init__(self, v):
        self.v = v

    def __divmod__(self, o):
        return ("d", self.v, o)

    def __rdivmod__(self, o):
        return ("r", self.v, o)


def divided(x, n):
    a = divmod(Num(int(x[0])), 3), divmod(n, Num(2)), divmod(n, 3)
    try:
        return a, divmod(float(n), 0 if n > 1 else 2)
    except ZeroDivisionError as e:
        return a, str(e)


def not_divided(x, n):
    return divmod(Num(1), n) if n > 1 else divmod("a", n)


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    def twice(self):
        return 2 * self.area()


class Sq(Shape):
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2


def abstract(x, n):
    try:
        return Sq(n).twice() if n > 1 else Shape()
    except TypeError as e:
        return str(e)


class Color(enum.Enum):
    RED = 1
    GREEN = 2


def of_metaclass(x, n):
    c = Color.RED if n > 1 else Color.GREEN
    return len(Color), c in Color, [m.name for m in Color], c.value


def attributes(x, n):
    found = [hasattr(v, "__len__") for v in ([n], (n,), n, {}, "a")]
    return found, hasattr(n, "bit_length"), hasattr(float(n), "hex"), hasattr("a", "none")


def messages(x, n):
    out = []
    for f in (
        lambda: dict([n]),
        lambda: "a".join([n]),
        lambda: len(n),
        lambda: "".join(["a", 2.5]),
    ):
        try:
            out.append(f())
        except TypeError as e:
            out.append(str(e))
    return out if n > 1 else out[0]


N = lambda: [(T([1.0, -2.0, 3.0]), n) for n in (0, 1, 2, 5, -1)]
FUNCTIONS = (divided, not_divided, abstract, of_metaclass, attributes, messages)
CASES = [case(f, N, straight=True) for f in FUNCTIONS]
