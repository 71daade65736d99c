"""Functions of itertools that check at once and take lazily; subclasses of built-in classes: as CPython's own tests have them."""

import functools
import itertools
import re
from collections import namedtuple

from language.harness import case


def tryit(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__, str(e)


def itools(n: int):
    return [
        tryit(itertools.combinations, "abc", -2),
        tryit(itertools.count, "a"),
        tryit(itertools.cycle, 5),
        tryit(itertools.islice, range(3)),
        tryit(itertools.islice, range(3), -5),
        tryit(itertools.islice, range(3), 1, 2, 0),
        tryit(itertools.islice, range(3), "a"),
        tryit(itertools.permutations, "abc", -1),
        tryit(itertools.product, 6),
        tryit(itertools.repeat, 1, "a"),
        tryit(itertools.pairwise, 5),
        tryit(itertools.zip_longest, 5),
        tryit(itertools.starmap, 1, 1),
        tryit(itertools.takewhile, 1, 1),
        tryit(itertools.accumulate, 5),
        tryit(itertools.tee, 5),
        tryit(itertools.combinations_with_replacement, "ab", -1),
        tryit(itertools.groupby, 1),
        tryit(itertools.compress, 1, 1),
        tryit(itertools.filterfalse, None, 1),
        tryit(itertools.product, [1], repeat=-1),
    ]


def values(n: int):
    g = (i * n for i in range(3))
    return [
        list(itertools.zip_longest(range(n), "ab", fillvalue=n)),
        list(itertools.islice(itertools.zip_longest("abcdef", itertools.count()), 3)),
        list(itertools.zip_longest(g, [1, 2, 3, 4, 5])),
        list(itertools.zip_longest()),
        list(itertools.pairwise(range(n))),
        list(itertools.islice(itertools.cycle(range(n + 1)), 5)),
        list(itertools.takewhile(lambda x: x < 2, range(n))),
        list(itertools.accumulate(range(n), initial=5)),
        list(itertools.product(range(n), repeat=2)),
        list(itertools.combinations(range(n), 2)),
        list(itertools.permutations(range(n), 2)),
        [(k, list(v)) for k, v in itertools.groupby([1, 1, 2, n, 4])],
        list(itertools.repeat(n, n)),
        list(itertools.compress(range(4), [1, 0, n, 1])),
        list(itertools.starmap(pow, [(2, n), (n, 2)])),
        list(itertools.islice(range(100), n, 20, 3)),
        list(itertools.islice(itertools.count(n, 2), 3)),
        [list(t) for t in itertools.tee(range(n))],
        list(itertools.dropwhile(lambda x: x < 2, range(5))),
        list(itertools.filterfalse(lambda x: x % 2, range(n))),
    ]


def lazily(n: int):
    log = []

    def src(k):
        for i in range(k):
            log.append(i)
            yield i

    a = []
    for x, y in itertools.zip_longest(src(2), range(n)):
        log.append("row")
        a.append((x, y))
    it = itertools.islice(src(5), 1, n, 2)
    b = list(it)
    return a, b, log


class S(set):
    pass


class FS(frozenset):
    pass


class L(list):
    pass


class D(dict):
    pass


class T(tuple):
    pass


class I(int):
    pass


class H:
    def __init__(self, x):
        self.s = x


hs, hf, hl, hd, ht, hi = (
    H(S("simsalabim")),
    H(FS("ab")),
    H(L([1, 2])),
    H(D(a=1)),
    H(T((1, 2))),
    H(I(3)),
)


def held(n: int):
    return sorted(hs.s), n in hs.s, len(hs.s)


def held_frozen(n: int):
    return sorted(hf.s)


def held_others(n: int):
    return hl.s + [n], hd.s["a"], ht.s[0], hi.s + n


def passed(s):
    return sorted(s), type(s).__name__


class NoLen:
    def __getitem__(self, i):
        return 1


class NoGet:
    def __len__(self):
        return 2


def revs(n: int):
    return (
        tryit(reversed, NoLen()),
        tryit(reversed, NoGet()),
        tryit(reversed, {1}),
        tryit(reversed, n),
        list(reversed([n, 2])),
    )


P = namedtuple("P", ["x", "y"])


class QS(P):
    __slots__ = ()


def nts(n: int):
    q = QS(n, 2)
    try:
        q.w = 5
    except AttributeError as e:
        return str(e)


def nt2(n: int):
    p = P(n, 2)
    try:
        p.w = 5
    except AttributeError as e:
        return str(e), tryit(lambda: setattr(p, "x", 3))


def regex(n: int):
    pat = re.compile(r"\d+")
    return (
        [m.group() for m in pat.finditer("a1b22c333")],
        [m.start() for m in re.finditer("a", "banana")][n % 3],
        pat.findall("1 2"),
    )


def wrapped(n: int):
    def f():
        pass

    def w():
        pass

    f.attr = "a"
    f.dict_attr = {"a": n}
    w.dict_attr = {}
    functools.update_wrapper(w, f, ("attr",), ("dict_attr",))
    return w.attr, w.dict_attr, w.__wrapped__ is f


def wrapped2(n: int):
    def f():
        pass

    def w():
        pass

    try:
        functools.update_wrapper(w, f, ("attr",), ("dict_attr",))
    except AttributeError as e:
        return str(e)


def cp(n: int):
    try:

        class C:
            @functools.cached_property
            def a(self):
                return n

            b = a
    except (RuntimeError, TypeError) as e:
        return type(e).__name__, str(e), type(e.__cause__).__name__


TWO = [(1,), (0,)]

CASES = [
    case(itools, lambda: list(TWO), straight=True, artifact=False),
    case(values, lambda: list(TWO), straight=True, artifact=False),
    case(lazily, lambda: list(TWO), straight=True, artifact=False),
    case(held, lambda: list(TWO), straight=True, artifact=False),
    case(held_frozen, lambda: list(TWO), straight=True, artifact=False),
    case(held_others, lambda: list(TWO), straight=True, artifact=False),
    case(passed, lambda: list([(S("abc"),), (S("xyzab"),), (S(),)]), straight=True, artifact=False),
    case(revs, lambda: list(TWO), straight=True, artifact=False),
    case(nts, lambda: list(TWO), straight=True, artifact=False),
    case(nt2, lambda: list(TWO), straight=True, artifact=False),
    case(regex, lambda: list(TWO), straight=True, artifact=False),
    case(wrapped, lambda: list(TWO), straight=True, artifact=False),
    case(wrapped2, lambda: list(TWO), straight=True, artifact=False),
    case(cp, lambda: list(TWO), straight=True, artifact=False),
]
