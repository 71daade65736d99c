"""Properties and special methods of classes that a function makes."""

import torch
from language.harness import case


def L(*items):
    return torch.tensor(items, dtype=torch.long)


def properties(x):
    class V:
        def __init__(self, n):
            self._n = n
            self.log = []

        @property
        def n(self):
            return self._n

        @n.setter
        def n(self, v):
            if v < 0:
                raise ValueError(f"negative {v}")
            self._n = v

        @n.deleter
        def n(self):
            self.log.append("deleted")

        @property
        def opposite(self):
            return -self._n

        def get(self):
            return 7

        seven = property(get)

    class W(V):
        @property
        def opposite(self):
            return super().opposite * 10

        @V.n.setter
        def n(self, v):
            self._n = v * 100

    out = []
    for v in x.tolist():
        o = V(1)
        try:
            o.n = v - 2
            o.n += 1
            del o.n
            out.append((o.n, o.opposite, o.seven, o.log))
            o.opposite = 3
        except (ValueError, AttributeError) as error:
            out.append(str(error))
        try:
            del o.seven
        except AttributeError as error:
            out.append(str(error))
    w = W(2)
    w.n = len(x)
    return out, w.opposite, w.n


class Outer:
    class Held:
        def __init__(self, n):
            self._n = n

        @property
        def n(self):
            return self._n


def without_setter(x):
    out = []
    for v in x.tolist():
        held = Outer.Held(v)
        try:
            held.n = 1
        except AttributeError as error:
            out.append((held.n, str(error)))
    return out


def special_methods(x):
    class V:
        def __init__(self, n):
            self.n = n

        def __int__(self):
            return self.n + 100

        def __float__(self):
            return self.n + 0.5

        def __index__(self):
            return self.n

        def __round__(self, digits=None):
            return ("rounded", digits)

        def __reversed__(self):
            return iter([3, 2, self.n])

        def __getattr__(self, name):
            if name.startswith("made_"):
                return name[5:]
            raise AttributeError(name)

    class Open:
        def __getattr__(self, name):
            return lambda *args: name

    out = []
    for v in x.tolist():
        a = V(v)
        out.append(
            (int(a), float(a), [10, 20, 30, 40][a], round(a), round(a, 2), list(reversed(a)))
        )
        out.append((a.made_up, hasattr(a, "other")))
    for convert in (int, float, next, hex):
        try:
            out.append(convert(Open()))
        except TypeError as error:
            out.append(str(error))
    return out


CASES = [
    case(properties, lambda: [(L(1, 2, 3),), (L(),)]),
    case(without_setter, lambda: [(L(1, 2, 3),), (L(),)]),
    case(special_methods, lambda: [(L(1, 2, 3),), (L(),)]),
]
