"""Functions of itertools: what they give is computed as it is taken.

Wrong arguments raise in the call itself, which makes the iterators; generators do the rest.
"""


@operator("itertools.chain")
def iter_chain(*iterables):
    for iterable in iterables:
        yield from iterable


@operator("itertools.chain.from_iterable")
def iter_chain_from_iterable(iterable, /):
    for inner in iterable:
        yield from inner


@operator("itertools.count")
def iter_count(start=0, step=1):
    if not prim.is_number(start) or not prim.is_number(step):
        raise TypeError("a number is required")
    return counted(start, step)


def counted(start, step):
    while True:
        yield start
        start = start + step


@operator("itertools.cycle")
def iter_cycle(iterable, /):
    return cycled(iter(iterable))


def cycled(items):
    kept = []
    for item in items:
        kept.append(item)
        yield item
    while kept:
        yield from kept


@operator("itertools.repeat")
def iter_repeat(object, times=None):
    if times is not None and not isinstance(times, int):
        raise TypeError(f"'{type(times).__name__}' object cannot be interpreted as an integer")
    return repeated(object, times)


def repeated(object, times):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


@operator("itertools.accumulate")
def iter_accumulate(iterable, func=None, *, initial=None):
    return accumulated(iter(iterable), func, initial)


def accumulated(items, func, initial):
    total = initial
    started = initial is not None
    if started:
        yield total
    for item in items:
        if not started:
            total = item
            started = True
        else:
            total = total + item if func is None else func(total, item)
        yield total


@operator("itertools.islice")
def iter_islice(iterable, *bounds):
    if not bounds or len(bounds) > 3:
        raise TypeError(f"islice expected at {'least 2' if not bounds else 'most 4'} arguments, got {len(bounds) + 1}")
    limits = slice(*bounds)
    wanted = 0 if limits.start is None else limits.start
    step = 1 if limits.step is None else limits.step
    stop = limits.stop
    if len(bounds) == 1 and stop is not None and not isinstance(stop, int):
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if (stop is not None and (not isinstance(stop, int) or stop < 0)) or not isinstance(wanted, int) or wanted < 0:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not isinstance(step, int) or step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return sliced(iter(iterable), wanted, stop, step)


def sliced(items, wanted, stop, step):
    if stop is not None and stop == 0 and wanted == 0:
        return
    taken = 0
    for item in items:
        if taken == wanted and (stop is None or taken < stop):
            yield item
            wanted = wanted + step
            if stop is not None and wanted > stop:
                wanted = stop  # what lies between the last element and the stop is taken too
        taken = taken + 1
        if stop is not None and wanted >= stop and taken >= wanted:
            return


@operator("itertools.takewhile")
def iter_takewhile(predicate, iterable, /):
    return taken_while(predicate, iter(iterable))


def taken_while(predicate, items):
    for item in items:
        if not predicate(item):
            return
        yield item


@operator("itertools.dropwhile")
def iter_dropwhile(predicate, iterable, /):
    return dropped_while(predicate, iter(iterable))


def dropped_while(predicate, items):
    dropping = True
    for item in items:
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


@operator("itertools.filterfalse")
def iter_filterfalse(predicate, iterable, /):
    return filtered_false(predicate, iter(iterable))


def filtered_false(predicate, items):
    for item in items:
        if not (item if predicate is None else predicate(item)):
            yield item


@operator("itertools.starmap")
def iter_starmap(function, iterable, /):
    return starmapped(function, iter(iterable))


def starmapped(function, items):
    for arguments in items:
        yield function(*arguments)


@operator("itertools.compress")
def iter_compress(data, selectors):
    return compressed(iter(data), iter(selectors))


def compressed(items, selectors):
    for item, selected in zip(items, selectors):
        if selected:
            yield item


@operator("itertools.pairwise")
def iter_pairwise(iterable, /):
    return paired(iter(iterable))


def paired(items):
    for last in items:
        for item in items:
            yield last, item
            last = item


@operator("itertools.zip_longest")
def iter_zip_longest(*iterables, fillvalue=None):
    return zipped_longest([iter(iterable) for iterable in iterables], fillvalue)


def zipped_longest(columns, fillvalue):
    left = [True for _ in columns]
    while True:
        row = []
        for i in range(len(columns)):
            item = fillvalue
            if left[i]:
                try:
                    item = next(columns[i])
                except StopIteration:
                    left[i] = False
            row.append(item)
        if not any(left):
            return
        yield tuple(row)


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


@operator("itertools.groupby")
def iter_groupby(iterable, key=None):
    return grouped(iter(iterable), key)


def grouped(items, key):
    group = []
    current = None
    for item in items:
        item_key = item if key is None else key(item)
        if group and not item_key == current:
            yield current, iter(group)
            group = []
        current = item_key
        group.append(item)
    if group:
        yield current, iter(group)


def tee_part(source, taken):
    i = 0
    while True:
        if i == len(taken):
            try:
                taken.append(next(source))
            except StopIteration:
                return
        yield taken[i]
        i += 1


@operator("itertools.tee")
def iter_tee(iterable, n=2, /):
    if n < 0:
        raise ValueError("n must be >= 0")
    source = iter(iterable)
    taken = []
    return tuple([tee_part(source, taken) for _ in range(n)])


@operator("functools.cache")
def keep_results(user_function):
    return cached(user_function, None, False)


@operator("functools.lru_cache")
def keep_latest_results(maxsize=128, typed=False):
    if callable(maxsize):
        return cached(maxsize, 128, typed)
    return lambda user_function: cached(user_function, maxsize, typed)


def cached(user_function, maxsize, typed):
    """A function made by the program whose results are kept; the oldest use goes first"""
    results = {}

    def wrapper(*args, **keywords):
        key = (args, tuple(keywords.items())) if keywords else args
        if typed:
            key = (key, tuple([type(item) for item in args]))
        if key in results:
            value = results.pop(key)
        else:
            value = user_function(*args, **keywords)
        if maxsize is None or maxsize > 0:
            results[key] = value
            if maxsize is not None and len(results) > maxsize:
                del results[next(iter(results))]
        return value

    return wrapper


@operator("functools.cmp_to_key", "_functools.cmp_to_key")
def cmp_to_key(mycmp):
    class K:
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

    return K


def zipped_rows(rows):
    """zip(*rows) of sequences, as many as run time says"""
    rows = list(rows)
    i = 0
    while rows and all([i < len(row) for row in rows]):
        yield tuple([row[i] for row in rows])
        i += 1


@operator("_thread.RLock")
def reentrant_lock():
    """A lock that nothing else asks for: a call of a program has one thread"""

    class RLock:
        def acquire(self, blocking=True, timeout=-1):
            return True

        def release(self):
            return None

        def __enter__(self):
            return True

        def __exit__(self, kind, value, traceback):
            return None

    return RLock()


@operator("math.fsum")
def math_fsum(seq, /):
    """The sum without loss (Shewchuk, 1997): of terms that do not overlap, rounded once"""
    terms = []
    special = infinities = 0.0
    for item in seq:
        number = float(item)
        if not math.isfinite(number):
            special += number
            infinities += number if number == number else 0.0
            continue
        kept = 0
        for i in range(len(terms)):
            term = terms[i]
            if abs(number) < abs(term):
                number, term = term, number
            high = number + term
            low = term - (high - number)
            if low:
                terms[kept] = low
                kept += 1
            number = high
        del terms[kept:]
        terms.append(number)
    if infinities != infinities:
        raise ValueError("-inf + inf in fsum")
    if special:
        return special
    total = 0.0
    while terms:
        number = total
        term = terms.pop()
        total = number + term
        low = term - (total - number)
        if low:
            # Half-way cases go by the sign of what is left.
            if terms and (low < 0.0) == (terms[-1] < 0.0):
                twice = low * 2.0
                if twice == (total + twice) - total:
                    total = total + twice
            break
    return total


@operator("math.prod")
def math_prod(iterable, /, *, start=1):
    for item in iterable:
        start = start * item
    return start
