"""An iterator that has ended stays so; `in` and unpacking take no more of one than they need."""

import itertools

from language.harness import case


def grows_afterwards(xs):
    it = iter(xs)
    first = list(enumerate(it))
    xs.append(9)
    back = reversed(xs)
    turned = list(back)
    xs.append(10)
    return first, list(it), next(it, "end"), turned, list(back)


def two_loops(xs):
    it = iter(xs)
    out = []
    for x in it:
        out.append(x)
        if len(out) < 3:
            xs.append(x * 2)
    xs.append(100)
    for x in it:
        out.append(("again", x))
    return out


def of_dict_and_set(d, k):
    it = iter(d)
    keys = list(it)
    d["new"] = k
    s = {1, 2}
    numbers = iter(s)
    both = list(numbers)
    s.add(k)
    return keys, next(it, "end"), next(iter(d.items()), None), both, next(numbers, "end")


class Sequence:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i == 10:
            raise StopIteration
        if i >= self.n:
            raise IndexError
        return i


def of_getitem(n):
    s = Sequence(n)
    it = iter(s)
    first = list(it)
    s.n += 2
    return first, list(it), list(Sequence(20)), list(s)


def found_in_iterator(xs, k):
    it = iter(xs)
    found = k in it
    return found, list(it)


def found_in_generator(xs, k):
    log = []

    def made():
        for x in xs:
            log.append(x)
            yield x

    found = k in made()
    return found, log, k + 7 in itertools.count()


def unpacked_in_part(xs):
    it = iter(xs)
    try:
        a, b = it
    except ValueError as e:
        return str(e), list(it)
    return a, b, list(it)


class NoIteration:
    __iter__ = None


class NoContainer:
    __contains__ = None

    def __iter__(self):
        return iter([1])


class OnlyNext:
    def __next__(self):
        return 1


def not_iterable(k):
    things = (NoIteration(), NoContainer(), OnlyNext())
    out = []
    for thing in things:
        for ask in (iter, lambda x: k in x, list):
            try:
                out.append(len(ask(thing)) if ask is list else ask(thing) is None)
            except TypeError as e:
                out.append(str(e))
    return out if k else out[0]


def next_of_filter(xs, k):
    kept = filter(lambda v: v != k, xs)
    return (
        next(filter(lambda v: v > k, xs), None),
        next(kept, 0),
        list(kept),
        list(zip(filter(None, xs), filter(lambda v: v > k, xs))),
        k in filter(None, xs),
    )


def parts_taken(n):
    a, b, c = iter(range(10)), iter(range(10)), itertools.count(n)
    turning = itertools.cycle([1, n])
    return (
        [list(itertools.islice(a, n)), next(a, None)],
        [list(itertools.islice(b, 1, n, 3)), next(b, None)],
        [list(itertools.islice(c, 2, 4)), next(c)],
        [next(turning), next(turning), next(turning)],
        list(zip(itertools.pairwise(itertools.count(n)), range(3))),
    )


def chosen(n, r):
    xs, text = list(range(n)), "abcdefgh"[:n]
    return (
        list(itertools.combinations(xs, r)),
        list(itertools.permutations(text, r)),
        list(itertools.combinations_with_replacement(xs, r)),
        list(itertools.permutations(xs))[:3],
        len(list(itertools.combinations(range(8), 4))),
        list(itertools.pairwise(x * 2 for x in xs)),
    )


def too_few_chosen(n):
    try:
        return list(itertools.combinations("abc", n))
    except ValueError as e:
        return str(e)


CASES = [
    case(grows_afterwards, lambda: [([1, 2],), ([],), ([5],)], straight=True),
    case(two_loops, lambda: [([1, 2, 3],), ([4],)]),
    case(of_dict_and_set, lambda: [({"a": 1}, 3), ({}, 4)], artifact=False, straight=True),
    case(of_getitem, lambda: [(3,), (0,)]),
    case(found_in_iterator, lambda: [([1, 2, 3, 4], 2), ([1, 2, 3], 9), ([], 1)], straight=True),
    case(found_in_generator, lambda: [([1, 2, 3, 4], 2), ([1, 2, 3], 9)]),
    case(unpacked_in_part, lambda: [([1, 2, 3, 4, 5],), ([1],), ([1, 2],)]),
    case(not_iterable, lambda: [(1,), (0,)]),
    case(next_of_filter, lambda: [([1, 2, 3, 4], 2), ([1], 9), ([], 0)]),
    case(parts_taken, lambda: [(4,), (0,), (7,)], straight=True),
    case(chosen, lambda: [(4, 2), (5, 3), (3, 0), (2, 5)]),
    case(too_few_chosen, lambda: [(2,), (-1,)]),
]
