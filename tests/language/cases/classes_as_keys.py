"""Classes that the program makes as keys of dicts and elements of sets; paths of texts of run time."""

import os
from pathlib import Path, PurePosixPath

from language.harness import case


def kept(n):
    class A:
        pass

    class B(A):
        pass

    class C:
        pass

    d = {A: 1, B: n}
    d[A] += 1
    if n > 1:
        return d[B] + d[A], d.get(C), C in d, len(d)
    return {type(x): n for x in (A(), B())}[B], list(d.values()), A in d


def sets(n):
    class A:
        pass

    class B:
        pass

    kinds = frozenset([int, A]) if n > 1 else frozenset([B])
    return A in kinds, B in {A, B}, type(A()) in kinds, int in {A}, A in {int: 1}


def handlers(n):
    class Circle:
        size = n

    class Square:
        size = n + 1

    areas = {Circle: lambda s: s.size * 3, Square: lambda s: s.size * s.size}
    shapes = [Circle(), Square()] if n > 1 else [Square()]
    total = 0
    for shape in shapes:
        total += areas[type(shape)](shape)
    try:
        areas[int]
    except KeyError as error:
        return total, error.args[0] is int
    return total


def paths(names, n):
    made = [str(PurePosixPath(name) / str(n)) for name in names]
    if n > 1:
        return made, [os.path.normpath(name) for name in names], Path("/x", str(n)).name
    return made, [os.path.join(name, "b") for name in names], [os.path.splitext(name) for name in names]


NAMES = ["", "/", "//", "///a//b/", "a/../b", "/../a", "./a/./b.tar.gz", "a/b/../../..", ".", "//.."]
CASES = [
    case(kept, lambda: [(1,), (2,)]),
    case(sets, lambda: [(1,), (2,)]),
    case(handlers, lambda: [(1,), (2,)]),
    case(paths, lambda: [(NAMES, 1), (NAMES, 2), (NAMES[:3], 3)]),
]
