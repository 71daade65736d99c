"""Sets iterate in the order of their tables: of literals, after operations, of texts, popped."""

from language.harness import case


def made(n, k):
    s = set()
    for i in range(n):
        s.add((i * k) % 101)
    return s


def operators(n, k):
    a, b = made(n, k), made(n, 7)
    out = [list(a), list(set(a)), list(a.copy()), list(frozenset(a)), list(set(list(a)))]
    return [*out, list(a | b), list(a & b), list(a - b), list(a ^ b), list(a.union(b, [1], (200,)))]


def methods(n, k):
    a, b = made(n, k), made(n, 7)
    out = [list(a.difference(list(b))), list(a.intersection(list(b)))]
    return [
        *out,
        list(a.symmetric_difference(list(b))),
        list(a.difference(b, [3])),
        a.isdisjoint(b),
    ]


def in_place(n, k):
    a, b, out = made(n, k), made(n, 7), []
    a |= b
    out.append(list(a))
    a -= made(3, 5)
    out.append(list(a))
    a &= b
    out.append(list(a))
    a ^= made(5, 11)
    out.append(list(a))
    c = set()
    c.update(b)
    c.update([1, 2], {3, 4})
    c.difference_update([7, 14])
    return [*out, list(c)]


def popped(n, k):
    a, out = made(n, k), []
    while a:
        out.append(a.pop())
        if len(a) == 5 and len(out) < 30:
            a.add(77)
            a.add(13)
    try:
        a.pop()
    except KeyError as e:
        out.append(str(e))
    return out


def literals(n):
    a, b = {9, 1, 33, 17, 5}, {33, 2}
    out = [list(a), list(a | b), list(a - b), list(a & b), list(a ^ b), list(set(a)), list({1, n})]
    total = 0
    for v in {40, 8, 24, 16}:  # in an order that depends on where CPython has the code from
        total += v
    print(a, b, {n, 3, 1}, frozenset([17, 1, 9]), sum([v for v in {64, 3, 32}]), total)
    return [*out, list(set([9, 1, 33, 17, 5])), 33 in {33, 1}]


def texts(words):
    s = set(words)
    out = [
        list(s),
        list(s | {"q"}),
        sorted({"a", "b", "cc", "d", "e", "f"}),
        list(frozenset(words)),
    ]
    return [*out, list({w: 1 for w in words}.keys() & s), list({(w, len(w)) for w in words})]


def views(words, more):
    d, s = {w: i for i, w in enumerate(words)}, set(more)
    keys = d.keys()
    out = [list(keys & s), list(s & keys), list(keys & more), sorted(keys | more)]
    out += [
        sorted(s | keys),
        sorted(keys - s),
        sorted(s - keys),
        sorted(keys ^ s),
        sorted(s ^ keys),
    ]
    return out, list(d.items() & {(more[0], 0)}), sorted(keys & d.keys() | {"z"})


def values_are_no_set(words):
    d = {w: 1 for w in words}
    try:
        return d.values() | {1}
    except TypeError:
        return "values are no set"


def numbers(xs):
    return list(set(xs)), list({1.5, 2.25, 1e10, -3.0}), list({1, 2.5, None, True, (1, 2), len(xs)})


SIZES = [(4, 3), (5, 3), (6, 33), (20, 13), (70, 19), (0, 1)]
CASES = [case(fn, lambda: list(SIZES)) for fn in (operators, methods, in_place, popped)]
CASES += [
    case(literals, lambda: [(1,), (200,)], straight=True),
    case(texts, lambda: [(["a", "b", "c"],), (["x", "yy", "zzz", "w", "é", "u", "€t"],), ([],)]),
    case(
        views,
        lambda: [
            (["a", "b", "c"], ["b", "c", "d", "e"]),
            (["x", "yy", "zzz", "w", "é", "u", "€t"], ["u", "x", "é"]),
            ([], ["q"]),
        ],
        straight=True,
    ),
    case(values_are_no_set, lambda: [(["a"],), ([],)], straight=True),
    case(
        numbers,
        lambda: [([1.0, 2.5],), ([3.5, 100.0, -7.25, 1e9, 0.1, 0.2],)],
        straight=True,
        tool=False,
    ),
]
