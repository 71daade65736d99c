"""Combinatoric iterators of itertools: products, combinations, permutations.

Wrong arguments raise in the call itself, which makes the iterators; generators do the rest.
"""


def iter_rows(pools):
    rows = [()]
    for pool in pools:
        rows = [(*row, item) for row in rows for item in pool]
    return rows


@operator("itertools.product")
def iter_product(*iterables, repeat=1):
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    return given_rows([list(iterable) for iterable in iterables] * repeat)


def given_rows(pools):
    yield from iter_rows(pools)


@operator("itertools.combinations")
def iter_combinations(iterable, r):
    pool = list(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    return combinations_of(pool, r)


def combinations_of(pool, r):
    spare = len(pool) - r
    places = list(range(r))
    last = r if spare >= 0 else -1
    while last >= 0:
        yield tuple([pool[place] for place in places])
        last = r - 1
        while last >= 0 and places[last] == last + spare:
            last -= 1
        if last >= 0:
            places[last] += 1
            for i in range(last + 1, r):
                places[i] = places[i - 1] + 1


@operator("itertools.combinations_with_replacement")
def iter_combinations_with_replacement(iterable, r):
    pool = list(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    return combinations_with_replacement_of(pool, r)


def combinations_with_replacement_of(pool, r):
    places = [0] * r
    last = r if pool or r == 0 else -1
    while last >= 0:
        yield tuple([pool[place] for place in places])
        last = r - 1
        while last >= 0 and places[last] == len(pool) - 1:
            last -= 1
        if last >= 0:
            place = places[last] + 1
            for i in range(last, r):
                places[i] = place


@operator("itertools.permutations")
def iter_permutations(iterable, r=None):
    pool = list(iterable)
    r = len(pool) if r is None else r
    if not isinstance(r, int):
        raise TypeError("Expected int as r")
    if r < 0:
        raise ValueError("r must be non-negative")
    return permutations_of(pool, r)


def permutations_of(pool, r):
    """Exchanges the elements of a list of places, each place as often as there are others behind it"""
    size = len(pool)
    places = list(range(size))
    left = [size - i for i in range(r)]
    at = r if r <= size else -1
    while at >= 0:
        yield tuple([pool[places[i]] for i in range(r)])
        at = r - 1
        while at >= 0 and left[at] == 1:
            places.append(places.pop(at))
            left[at] = size - at
            at -= 1
        if at >= 0:
            left[at] -= 1
            other = size - left[at]
            places[at], places[other] = places[other], places[at]
