"""Namespaces, and what dataclass checks of a class that the program makes: as CPython's own tests have them."""

import types
from dataclasses import KW_ONLY, InitVar, dataclass, field
from types import SimpleNamespace
from typing import ClassVar

from language.harness import case

NS = types.SimpleNamespace(a=1, b=[1, 2], c="x")


class Sub(SimpleNamespace):
    def total(self):
        return self.x + self.y


def tryit(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__, str(e)


def hashes(n: int):
    @dataclass(frozen=True)
    class C:
        x: int
        y: str = "a"

    @dataclass(unsafe_hash=True)
    class D:
        x: int

    @dataclass(frozen=True)
    class E:
        pass

    return hash(C(n)) == hash((n, "a")), hash(D(n)) == hash((n,)), hash(E()) == hash(())


def wrong(n: int):
    def a():
        @dataclass
        class C:
            x: int = 0
            y: int

    def b():
        @dataclass
        class C:
            x: list = []

    def c():
        @dataclass(order=True, eq=False)
        class C:
            x: int

    def d():
        @dataclass
        class C:
            x = field()

    def e():
        @dataclass(frozen=True)
        class B:
            x: int

        @dataclass
        class C(B):
            y: int

    def f():
        @dataclass
        class B:
            x: int

        @dataclass(frozen=True)
        class C(B):
            y: int

    def g():
        @dataclass(order=True)
        class C:
            x: int

            def __lt__(self, o):
                return True

    def h():
        @dataclass(frozen=True)
        class C:
            x: int

            def __setattr__(self, n, v):
                pass

    def i():
        @dataclass
        class C:
            x: ClassVar[list] = field(default_factory=list)

    def j():
        @dataclass
        class C:
            a: int
            _: KW_ONLY
            b: int
            __: KW_ONLY
            c: int

    def k():
        @dataclass(unsafe_hash=True)
        class C:
            x: int

            def __hash__(self):
                return 1

    def l():
        @dataclass
        class C:
            x: InitVar[list] = field(default_factory=list)

    def m():
        class Un:
            __hash__ = None

        @dataclass
        class C:
            x: Un = Un()

    return [tryit(q) for q in (a, b, c, d, e, f, g, h, i, j, k, l)]


def match_args(n: int):
    @dataclass
    class C:
        __match_args__ = ("y",)
        x: int
        y: int

    match C(n, 2):
        case C(v):
            return v


def shown(n: int):
    return repr(types.SimpleNamespace(x=n, y=2)), NS.a + n


def compared(n: int):
    return (
        types.SimpleNamespace(x=n) == types.SimpleNamespace(x=n),
        types.SimpleNamespace(x=n) != types.SimpleNamespace(x=n, y=1),
        NS == 5,
    )


def changed(n: int):
    s = types.SimpleNamespace(x=n, y=2)
    s.z = s.x + s.y
    del s.y
    return s, vars(s), hasattr(s, "y")


def subclass(n: int):
    s = Sub(x=n, y=2)
    return s.total(), repr(s), tryit(SimpleNamespace, 1), tryit(lambda: s.nope)


def passed(s, n: int):
    s.k = n
    return s.a + n


TWO = [(1,), (0,)]

CASES = [
    case(hashes, lambda: list(TWO), straight=True, artifact=False),
    case(wrong, lambda: list(TWO), straight=True, artifact=False),
    case(match_args, lambda: list(TWO), straight=True, artifact=False),
    case(shown, lambda: list(TWO), straight=True, artifact=False),
    case(compared, lambda: list(TWO), straight=True, artifact=False),
    case(changed, lambda: list(TWO), straight=True, artifact=False),
    case(subclass, lambda: list(TWO), straight=True, artifact=False),
    case(
        passed,
        lambda: [(SimpleNamespace(a=5), 2), (SimpleNamespace(a=7), 3)],
        straight=True,
        artifact=False,
    ),
]
