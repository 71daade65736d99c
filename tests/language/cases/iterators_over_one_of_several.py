"""Iterators over one of several sequences: which one is known in the run only, and where an iterator
has ended it stays so, however its list grows or shrinks."""

from torch import nn

from language.harness import case

MODEL = nn.Sequential(nn.Linear(3, 1))


class Seq:
    def __init__(self, xs):
        self.xs = xs

    def __getitem__(self, i):
        return self.xs[i]


class It:
    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        yield from self.xs


def backwards(l0, n, k):
    r = [1, 2]
    if k > 0:
        r = l0
    it = reversed(r)
    print(next(it, "e"))
    r.clear()
    print(next(it, "e"))
    r.extend([5, 6, 7])
    print(next(it, "e"))


def old_protocol(l0, n, k):
    r = Seq([1, 2, n])
    if k > 0:
        r = l0
    it = iter(r)
    print(next(it, "e"))
    print(list(it))


def list_or_tuple(l0, n, k):
    if k > 0:
        r = l0
    else:
        r = (1, n)
    it = iter(r)
    print(next(it, "e"))
    print(list(it), list(it))
    if k > 0:
        r.append(5)
    print(list(it))


def one_of_dicts(l0, n, k):
    if k > 0:
        r = {n: 1}
    else:
        r = {n + 1: 2, 5: n}
    it = iter(r)
    print(next(it, "e"))
    print(list(it), list(it))
    r[n + 2] = 5
    print(list(it))


def one_of_dicts_of_other_types(l0, n, k):
    numbers, texts = {}, {}
    for i in range(n):
        numbers[i] = i + 0.5
        texts[i] = str(i)
    it = iter(numbers.items()) if k > 0 else iter(texts.items())
    print(list(it), list(it))


def one_of_sets_of_other_types(l0, n, k):
    whole, halves = set(), set()
    for i in range(n):
        whole.add(i)
        halves.add(i + 0.5)
    it = iter(whole) if k > 0 else iter(halves)
    print(sorted(it), list(it))


def parameters_of_one_of_modules(l0, n, k):
    """The dict of the parameters of one module holds nothing, that of the other two tensors."""
    if k > 0:
        for parameter, number in zip(MODEL.parameters(), [1, 2]):
            print(parameter.shape[0], number)


def one_of_sets(l0, n, k):
    if k > 0:
        r = {n}
    else:
        r = {n + 1, n}
    it = iter(r)
    print(next(it, "e"))
    print(list(it), list(it))
    r.add(99)
    print(list(it))


def other_iterator(l0, n, k):
    it = iter(l0)
    if k > 0:
        it = iter([n, 5])
    print(next(it, "e"))
    print(list(it), list(it))
    l0.append(3)
    print(list(it))


def other_kinds(l0, n, k):
    it = iter(l0)
    if k > 0:
        it = iter({n: 5})
    elif k < 0:
        it = iter("abc")
    print(next(it, "e"))
    print(list(it), list(it))
    l0.append(3)
    print(list(it))


def generator_or_enumerate(l0, n, k):
    it = iter(l0)
    if k > 0:
        it = (x for x in l0)
    elif k < 0:
        it = enumerate(l0)
    print(next(it, "e"))
    print(list(it), list(it))
    l0.append(3)
    print(list(it))


def loop_by_getitem(l0, n, k):
    r = l0 if k > 0 else Seq([n, 5])
    for x in r:
        print(x)
    if k > 0:
        r.append(4)
    print([*r], max(r))


def loop_by_iter(l0, n, k):
    r = l0 if k > 0 else It([n, 5])
    it = iter(r)
    for x in it:
        print(x)
    if k > 0:
        r.append(4)
    print([*it])


def grows_meanwhile(l0, n, k):
    r = [n, 7] if k > 0 else l0
    it = iter(r)
    for x in it:
        print(x)
        if len(r) < 6:
            r.append(x)
    r.append(4)
    print([*it])


def searched(l0, n, k):
    r = [n, 7] if k > 0 else l0
    it = iter(r)
    if 7 in it:
        print("yes")
    r.append(4)
    print([*it])


def zipped(l0, n, k):
    r = [n, 7] if k > 0 else l0
    it = zip(r, range(n))
    print(list(it))
    r.append(4)
    print([*it])


def chained(l0, n, k):
    import itertools

    r = [n, 7] if k > 0 else l0
    it = itertools.chain(r, [9])
    print(list(it))
    r.append(4)
    print([*it])


def numbered(l0, n, k):
    r = [n, 7] if k > 0 else l0
    it = enumerate(r)
    while True:
        e = next(it, None)
        if e is None:
            break
        i, x = e
        print(i, x)
    r += [4, 5]
    print([*it])


def unpacked(l0, n, k):
    r = [n, 7] if k > 0 else l0
    it = iter(r)
    try:
        a, b = it
        print(a, b)
    except ValueError as e:
        print(e)
    print(list(it))
    r.append(4)
    print([*it])


def unpacked_tuples(l0, n, k):
    r = (n, 7, "x", 9) if k > 0 else (n, 2) if k < 0 else (n, 2, 3, 4, 5)
    it = iter(r)
    try:
        a, b = it
        print(a, b)
    except ValueError as e:
        print(e)
    print(list(it))


def unpacked_starred(l0, n, k):
    r = (n, 7, "x", 9) if k > 0 else l0
    it = iter(r)
    try:
        a, *b = it
        print(a, b)
    except ValueError as e:
        print(e)
    print(list(it))
    l0.append(4)
    print(list(it))


def unpacked_keys(l0, n, k):
    d = {}
    for i in range(k + 1):
        d[str(i)] = i
    it = iter(d)
    try:
        a, b = it
        print(a, b)
    except ValueError as e:
        print(e)
    print(list(it))


def unpacked_map(l0, n, k):
    r = [n, 7, 3, 9] if k > 0 else l0
    it = map(str, r)
    try:
        a, b = it
        print(a, b)
    except ValueError as e:
        print(e)
    print(list(it))
    r.append(4)
    print([*it])


class Loud:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        print("len")
        return self.n

    def __getitem__(self, i):
        print("get", i)
        return i * 2


def backwards_loud(l0, n, k):
    r = Loud(n) if k > 0 else l0
    for x in reversed(r):
        print(x)


def inputs():
    return [
        ([], 3, -1),
        ([], 3, 1),
        ([1, 2], 5, 1),
        ([0, 0], 1, 0),
        ([1], 3, 2),
        ([1, 2, 3, 4], 2, 0),
    ]


CASES = [
    case(program, inputs)
    for program in (
        backwards,
        old_protocol,
        list_or_tuple,
        one_of_dicts,
        one_of_dicts_of_other_types,
        one_of_sets_of_other_types,
        parameters_of_one_of_modules,
        one_of_sets,
        other_iterator,
        other_kinds,
        generator_or_enumerate,
        loop_by_getitem,
        loop_by_iter,
        grows_meanwhile,
        searched,
        zipped,
        chained,
        numbered,
        unpacked,
        unpacked_tuples,
        unpacked_starred,
        unpacked_keys,
        unpacked_map,
        backwards_loud,
    )
]
