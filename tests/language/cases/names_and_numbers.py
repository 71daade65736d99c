"""Corners of classes, functions, generators and numbers that ordinary programs meet."""

import collections.abc
import functools
import typing

import torch

from language.harness import case

V = typing.TypeVar("V")


class Number:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


@typing.runtime_checkable
class Named(typing.Protocol):
    name: str

    def show(self): ...


class Pair(typing.NamedTuple):
    x: float
    y: float = 0.0


class Labels(tuple):
    def __getitem__(self, key):
        return str(key) + "!"


class Label(str):
    pass


def extended(n):
    u, w = [0], []
    u += "eggs"
    w += {1: 2}
    w += (v for v in range(n))
    w += {"k": 1}.values()
    w += torch.arange(2) if n > 2 else b"ab"
    return u, w


def indexed(n):
    i, items = Number(n), [1, 2, 3, 4, 5]
    del items[i]
    items[i:] = [7] if n > 2 else [8, 9]
    sliced = items[i:], items[:i], "abcdef"[i:], (1, 2, 3, 4)[::i], torch.ones(5)[i:]
    return sliced, "ab" * i, [0] * i, i * (1,), list(range(i)), hex(i), bin(i)


def free_in_a_class(n):
    name = "free" + str(n)

    class Here:
        name = "own"

        def get(self):
            return name

        def others(self):
            return [name for _ in range(1)], (lambda: name)()

    return (Here().get(), Here.name) if n > 2 else Here().others()


def abstract(n):
    class Counted:
        def __iter__(self):
            return self

        def __next__(self):
            raise StopIteration

        def __len__(self):
            return n

        def __eq__(self, other):
            return self is other

    class Tag:
        def show(self):
            return self.name

    tag = Tag()
    if n > 2:
        tag.name = "t"
    kinds = (
        collections.abc.Iterable,
        collections.abc.Iterator,
        collections.abc.Sized,
        collections.abc.Hashable,
    )
    return (
        [isinstance(Counted(), k) for k in kinds],
        isinstance(tag, Named),
        issubclass(Tag, collections.abc.Callable),
    )


def generic(n):
    class Box(typing.Generic[V]):
        def __init__(self, v: V):
            self.v = v

    return Box(n).v if n > 2 else Box[int](n + 1).v


def ended_inside(n):
    def pairs(values):
        it = iter(values)
        while True:
            yield next(it), next(it)

    try:
        for p in pairs(range(n)):
            print(p)
    except RuntimeError as e:
        return str(e), repr(e.__cause__)


def sent_early(n):
    def echo():
        got = yield 1
        yield got

    g = echo()
    try:
        g.send(n if n > 2 else None)
    except TypeError as e:
        print(e)
        next(g)
    return g.send(n), list((lambda: ((yield n), (yield 2)))())


def wrapped(n):
    def base(a):
        "What it says."
        return a

    base.tag = n

    @functools.wraps(base)
    def wrapper(*args):
        return base(*args) + (wrapper.tag if n > 2 else 0)

    return wrapper(n), wrapper.__name__, wrapper.__doc__, wrapper.tag, sorted(wrapper.__dict__)


def repeated(n):
    zeros = [0] * 300000
    zeros[5] = n
    many = (n,) * 1000
    return sum(zeros), len(zeros), many[n] if n > 2 else many[-n], len([n] * 300)


def methods_of_numbers(n):
    v = n / 4
    whole = (
        n.conjugate(),
        n.numerator,
        n.denominator,
        n.as_integer_ratio(),
        n.__index__(),
        True.real,
    )
    rest = v.as_integer_ratio(), v.conjugate(), v.__floor__(), v.__trunc__(), v.__round__(1)
    return whole, rest, hash(Label("a")) == hash("a") if n > 2 else None


def tuples(n):
    p = Pair(n)
    try:
        if n > 2:
            p.x = 3
        p.z = 4
    except AttributeError as e:
        print(e)
    try:
        (a, b), _c = [n, 2]
        print(a, b)
    except TypeError as e:
        print(e)
    return p, list(Labels((1, n))), Labels((1, n))[0], [*Labels((n,))]


def slots_inside(n):
    class P:
        __slots__ = ("x", "__hidden")

        def __init__(self):
            self.x = n
            self.__hidden = 1

    p = P()
    try:
        if n > 2:
            p.x = 0
        p.z = 1
    except AttributeError as e:
        return p.x, str(e)


def attributes_of_functions(n):
    def tagged(**given):
        def mark(f):
            f.__dict__.update(given)
            return f

        return mark

    @tagged(tag=n, z=2)
    def g():
        return 1

    return g.tag, g.z if n > 2 else g()


def caused(n):
    try:
        raise ValueError(n) from KeyError if n > 2 else None
    except ValueError as e:
        shown = repr(e.__cause__)
    try:
        raise ValueError(n) from 5
    except TypeError as e:
        return shown, str(e)


def traced(n):
    try:
        try:
            1 // n
        except ZeroDivisionError as e:
            raise ValueError("x").with_traceback(e.__traceback__) from None
    except ValueError as e:
        return str(e), e.__cause__


CASES = [
    case(f, lambda: [(2,), (4,), (3,)])
    for f in (
        extended, indexed, free_in_a_class, abstract, generic, ended_inside, sent_early, wrapped, repeated,
        methods_of_numbers, tuples, slots_inside, attributes_of_functions, caused,
    )
] + [case(traced, lambda: [(0,), (1,)])]  # fmt: skip
