"""`vars` and `__dict__` of objects that hold some attributes in slots of a base."""

from language.harness import case


class Base:
    __slots__ = ("a",)


class Both(Base):
    def __init__(self, a, b):
        self.a = a
        if b > 1:
            self.b = b


def made(a, b):
    both = Both(a, b)
    return vars(both), sorted(both.__dict__.items()), both.a


def given(both, b):
    return (vars(both), both.a) if b > 1 else len(vars(both))


CASES = [
    case(made, lambda: [(1, 2), (1, 1)]),
    case(given, lambda: [(Both(1, 2), 2), (Both(1, 1), 1)]),
]
