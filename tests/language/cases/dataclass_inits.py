"""The generated __init__ of dataclasses: in which order it sets what, and through what."""

import dataclasses
from dataclasses import dataclass, field
import typing
from typing import ClassVar

from language.harness import case
import torch

T = torch.tensor


class Watched:
    def __setattr__(self, name, value):
        object.__setattr__(self, "log", self.__dict__.get("log", ()) + (name,))
        object.__setattr__(self, name, value)


@dataclass
class Outside(Watched):
    a: int
    b: int = field(default=4, init=False)
    c: "typing.ClassVar[int]" = 3
    d: list = field(default_factory=list)
    _: dataclasses.KW_ONLY = None
    e: int = 9

    def __post_init__(self):
        self.f = self.a + self.b


@dataclass(slots=True)
class Slotted:
    a: int
    b: int = field(default=4, init=False)


@dataclass(frozen=True)
class Frozen:
    a: int
    b: int = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "b", self.a + 1)


def outside(n: int):
    made = Outside(n, [2], e=3) if n > 1 else Outside(n)
    slotted, frozen = Slotted(n), Frozen(n)
    return made.__dict__, made.b, slotted.a, slotted.b, frozen.b


def in_order(n: int):
    calls = []

    @dataclass
    class C:
        a: int
        b: int = field()
        c: list = field(default_factory=list, init=False)
        d: list = field(default_factory=lambda: calls.append("d") or [n])
        e: int = field(default=4, init=False)
        f: int = 4

        def __setattr__(self, name, value):
            calls.append((name, value))
            object.__setattr__(self, name, value)

    made = C(0, n) if n > 1 else C(0, b=n, d=[])
    return calls, made.__dict__, made.e, "e" in made.__dict__


def nothing_before_the_arguments(n: int):
    calls = []

    @dataclass
    class C:
        a: list = field(default_factory=lambda: calls.append("a") or [])
        b: int = 0

    try:
        return (C(b=n) if n > 1 else C(c=n)).b
    except TypeError as error:
        return str(error), calls


def descriptors(n: float):
    class Whole:
        def __set_name__(self, owner, name):
            self.name = "_" + name

        def __get__(self, instance, owner):
            return 100 if instance is None else getattr(instance, self.name)

        def __set__(self, instance, value):
            setattr(instance, self.name, int(value))

    @dataclass
    class C:
        i: int = Whole()

    return C().i, C(n).i if n > 1 else None


def after(n: int):
    @dataclass
    class A:
        count: ClassVar[int] = 0
        v: int

        def __post_init__(self):
            self.w = 1

    class B(A):
        def __post_init__(self):
            self.w = 2

    @dataclass
    class C:
        v: int
        made = 0

        @classmethod
        def __post_init__(cls):
            cls.made += n

    C(1)
    return (A(n) if n > 1 else B(n)).w, C.made


def inherited_defaults(n: int):
    class A:
        y = 3

    @dataclass
    class B(A):
        """Documented."""

        y: int
        z: "dataclasses.InitVar[int]" = 5
        k: "ClassVar[int]" = 2

        def __post_init__(self, z):
            self.sum = self.y + z

    made = B() if n < 2 else B(n, 1)
    return made.__dict__, [f.name for f in dataclasses.fields(B)], B.__doc__


CASES = [
    case(outside, lambda: [(1,), (3,)]),
    case(in_order, lambda: [(1,), (3,)]),
    case(nothing_before_the_arguments, lambda: [(1,), (3,)]),
    case(descriptors, lambda: [(1.0,), (2.5,)]),
    case(after, lambda: [(1,), (3,)]),
    case(inherited_defaults, lambda: [(1,), (3,)]),
]
